import { laterPart } from '../../app/design/lazy-part.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { loadTexts } from '../../app/words/dictionaries.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { draftOf, type FormState } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'
import type { SaveQueue } from './save-queue.ts'
import type { Saving } from './use-saving.ts'

const DraftLine = laterPart(() =>
  Promise.all([import('./draft-line.tsx'), loadTexts('drafts')]).then(([module]) => module.DraftLine),
)

/** Whether everything is saved, always in sight. Not spoken: only what goes wrong and what the user asked for is. */
export function SaveState({ form, saving, isKept }: { form: FormValues; saving: Saving; isKept: boolean }) {
  const t = useWords('forms')
  const { formatInstant } = useFormat()
  const { dirty, recordId } = form
  const { queue, savedAt } = saving
  const isDirty = dirty.length > 0
  const key = saveStateOf({
    queue,
    isDirty,
    isNew: recordId === null,
    isSaved: savedAt !== null,
    isKept,
  })
  return (
    <p className="save-state" data-unsaved={isDirty || recordId === null || undefined}>
      {hasDraftLine(form.state) && (key === 'saved_at' || key === 'no_changes') ? (
        <DraftLine form={form} />
      ) : key === 'saved_at' ? (
        t(key, { time: formatInstant(savedAt!, 'time') })
      ) : (
        t(key)
      )}
    </p>
  )
}

/** A record that nobody has changed says nothing of drafts, unless one was asked for. */
const hasDraftLine = ({ loaded, isDraft, keepsDrafts }: FormState) =>
  draftOf(loaded) !== undefined || (isDraft && !keepsDrafts)

type Situation = {
  queue: SaveQueue
  isDirty: boolean
  isNew: boolean
  /** Something was saved since the form was opened. */
  isSaved: boolean
  /** Whether unsaved changes are kept in the browser. */
  isKept: boolean
}

/** The key of the state line, in the words of the form. */
function saveStateOf({ queue, isDirty, isNew, isSaved, isKept }: Situation) {
  if (queue.running) return 'saving'
  if (queue.hold === 'conflict') return 'waits_for_decision'
  if (isDirty && queue.lastFailure === 'offline') return isKept ? 'offline_kept' : 'offline_unsaved'
  if (isDirty) return isKept ? 'unsaved_kept' : 'unsaved'
  if (isSaved) return 'saved_at'
  return isNew ? 'nothing_yet' : 'no_changes'
}
