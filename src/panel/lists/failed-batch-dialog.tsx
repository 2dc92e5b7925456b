import type { FieldIssue, ResourceDescription } from '../../client/index.ts'
import { Button, Link } from '../app/design/button.tsx'
import { Dialog } from '../app/design/dialog.tsx'
import { useLabel, useLanguage, useWords } from '../app/words/words-context.tsx'
import { nameOf } from '../records/record-names.ts'
import { useFieldLabel } from '../records/use-field-label.ts'
import type { FailedBatch } from './use-batch.ts'

type FailedBatchDialogProps = {
  resource: ResourceDescription
  failed: FailedBatch
  onRest: () => void
  onClose: () => void
}

/** Names the records that kept a batch from changing anything, and why; the others can be changed without them. */
export function FailedBatchDialog({ resource, failed, onRest, onClose }: FailedBatchDialogProps) {
  const t = useWords('lists')
  const label = useLabel()
  const issueText = useIssueText(resource)
  const { failures, rest } = failed
  return (
    <Dialog
      title={t('batch_failed')}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={rest.length > 0 && <Button onPress={onRest}>{t('leave_out', { count: rest.length })}</Button>}
    >
      <p>{t('all_at_once')}</p>
      <ul className="list-failures">
        {failures.map(({ record, issues }) => (
          <li key={record.id}>
            <Link href={`/${resource.name}/${record.id}`}>{nameOf(record, resource, label)}</Link>
            {/* A record that is used in several places has an issue for each. */}
            {[...new Set(issues.map(issueText))].map((text) => (
              <p key={text} className="field-error">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** An issue in the language of the interface; the messages of the service are English. */
function useIssueText(resource: ResourceDescription) {
  const t = useWords('lists')
  const { language } = useLanguage()
  const fieldLabel = useFieldLabel()
  return ({ path, code, message }: FieldIssue) => {
    const field = resource.fields.find(({ name }) => name === path.split('.')[0])
    const key = `issue_${code}` as Parameters<typeof t>[0]
    const known = t(key)
    const text = known !== key ? known : language === 'en' ? message : t('issue_other')
    return field ? `${fieldLabel(field)}: ${text}` : text
  }
}
