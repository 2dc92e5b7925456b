export const autosave = {
  kept: 'Unsaved changes of {time} were kept.',
  show: 'Show differences',
  restore: 'Restore',
  discard: 'Discard',
  restored: 'Your changes are back in the form',
  discarded: 'Discarded',
  differences: 'Unsaved changes of {time}',
  differences_text: 'What was typed, compared with the record as it was then.',
  not_kept:
    'This browser cannot keep unsaved changes: its storage is full or turned off. Save often, so that nothing is lost.',
}
