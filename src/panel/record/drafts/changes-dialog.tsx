import { useQuery } from '@tanstack/react-query'
import { useRecordApi } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { changedFields } from '../../records/form-values.ts'
import { FieldChanges } from '../history/field-change.tsx'
import { settledValues } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'

/** The differences of the form from the live record, with words that were added and removed. */
export function ChangesDialog({ form, onClose }: { form: FormValues; onClose: () => void }) {
  const t = useWords('drafts')
  const shell = useWords('shell')
  const { resource, recordId, store } = form
  const records = useRecordApi(resource.name)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['record', resource.name, String(recordId)],
    queryFn: () => records.get(recordId!),
    staleTime: 0,
  })
  const mine = settledValues(store.state)
  const changed = data ? changedFields(resource.fields, data, mine) : []
  return (
    <Dialog
      title={t('mark')}
      isOpen
      onClose={onClose}
      size="large"
      actions={<Button onPress={onClose}>{shell('close')}</Button>}
    >
      <div className="stack">
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {isPending && <Waiting />}
        {data && <p className="muted">{t(changed.length === 0 ? 'no_changes' : 'changes_text')}</p>}
        {data && (
          <FieldChanges
            fields={resource.fields.filter(({ name }) => changed.includes(name))}
            before={data}
            after={mine}
          />
        )}
      </div>
    </Dialog>
  )
}
