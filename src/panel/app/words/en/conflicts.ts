/** The dialog "Changed meanwhile". */
export const conflicts = {
  changed_meanwhile: 'Changed meanwhile',
  conflict_text: 'Somebody else has changed this record. Decide on {count} fields that you both changed.',
  conflict_text_one: 'Somebody else has changed this record. Decide on one field that you both changed.',
  no_conflict_text: 'Somebody else has changed this record. Your changes do not touch theirs.',
  only_theirs: 'changed by them only',
  as_loaded: 'As loaded',
  mine: 'Mine',
  theirs: 'Theirs',
  keep_mine: 'Keep mine',
  take_theirs: 'Take theirs',
  save_merged: 'Save merged',
  back_to_form: 'Back to the form',
}
