import type { SaveQueue } from './save-queue.ts'

type Situation = {
  queue: SaveQueue
  isDirty: boolean
  isNew: boolean
  /** Something was saved since the form was opened. */
  isSaved: boolean
  /** Unsaved changes are kept in the browser. */
  isKept: boolean
}

/** The key of the state line, in the words of the form. */
export function saveStateOf({ queue, isDirty, isNew, isSaved, isKept }: Situation) {
  if (queue.running) return 'saving'
  if (queue.hold === 'conflict') return 'waits_for_decision'
  if (isDirty && queue.lastFailure === 'offline') return isKept ? 'offline_kept' : 'offline_unsaved'
  if (isDirty) return isKept ? 'unsaved_kept' : 'unsaved'
  if (isSaved) return 'saved_at'
  return isNew ? 'nothing_yet' : 'no_changes'
}
