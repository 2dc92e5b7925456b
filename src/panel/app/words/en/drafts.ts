// The texts of working copies, in English.

export const drafts = {
  save_as_draft: 'Save as draft',
  stored: 'Saved as draft {time}; visitors still see the version of {version}',
  stored_shown: 'Saved as draft {time}; will be shown to visitors when published',
  stored_unseen: 'Saved as draft {time}',
  begins: 'What you change is kept as a draft; visitors still see the version of {version}',
  begins_unseen: 'What you change is kept as a draft',

  publish: 'Publish changes',
  schedule: 'Schedule',
  discard: 'Discard changes',
  show: 'Show changes',
  more: 'More about the draft',
  saving: 'What Save does',
  let_publish: 'Let Save publish at once',
  let_keep: 'Keep changes as a draft',

  mark: 'Unpublished changes',
  discarded: 'Changes discarded',
  discard_title: 'Discard the changes?',
  discard_text: 'All changes since the version that visitors see will be lost.',
  changes_text: 'What visitors see now, and what your draft makes of it.',
  no_changes: 'The draft is the same as what visitors see.',

  base_changed: 'The version that visitors see has changed since this draft began: {fields}.',
  base_changed_text: 'Publishing keeps those changes, and asks about fields that you have changed too.',
  scheduled: 'This draft will be published on {time}.',
  end_schedule: 'Cancel the schedule',
  schedule_title: 'Publish the changes later',
  schedule_time: 'Publish on',
  choose_later: 'Choose a date in the future.',
  refused: 'The draft could not be published on {time}.',
}
