import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { FormValues } from '../state/use-form-values.ts'
import { saveStateOf } from './save-state-text.ts'
import type { Saving } from './use-saving.ts'

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
      {key === 'saved_at' ? t(key, { time: formatInstant(savedAt!, 'time') }) : t(key)}
    </p>
  )
}
