export const autosave = {
  kept: 'Unsaved changes of {time} were kept.',
  show: 'Show differences',
  restore: 'Restore',
  discard: 'Discard',
  restored: 'Your changes are back in the form',
  discarded: 'Discarded',
  differences: 'Unsaved changes of {time}',
  differences_text: 'What was typed, compared with the record as it was then.',
  other_tab: 'This record is open in another tab as well.',
  other_tab_waits: 'This record is open in another tab as well. Only this tab saves by itself.',
  other_tab_saves:
    'This record is open in another tab as well, and that one saves by itself. Changes made here are kept on this device until you save them or close the other tab.',
  not_kept:
    'This browser cannot keep unsaved changes: its storage is full or turned off. Save often, so that nothing is lost.',
}
