import { useProblemMessage } from '../../app/api/problem-message.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { RecordForm } from './use-record-form.ts'

type FormNoticesProps = { form: RecordForm; latest: AnyRecord | null; isReadOnly: boolean }

/** What stands above the fields: why they cannot be changed, a failed save, changes by others. */
export function FormNotices({ form, latest, isReadOnly }: FormNoticesProps) {
  const t = useWords('forms')
  const { problem, dirty, state, queue, resource } = form
  const version = Number(state.loaded.version ?? 0)
  const isBehind = latest !== null && version > 0 && latest.version > version
  const saveAsNew = resource.actions.includes('create') && (
    <Button size="small" onPress={() => void form.saveAsNew()}>
      {t('save_as_new')}
    </Button>
  )
  return (
    <>
      {isReadOnly && <Notice icon="info">{t('read_only')}</Notice>}
      {isBehind && dirty.length > 0 && queue.running === null && (
        <Notice
          icon="warning"
          tone="warning"
          action={
            <Button size="small" onPress={() => form.review(latest)}>
              {t('compare')}
            </Button>
          }
        >
          {t('others_changed')}
        </Notice>
      )}
      {problem?.kind === 'deleted' && (
        <Notice icon="warning" tone="danger" action={saveAsNew}>
          {t('deleted_meanwhile')}
        </Notice>
      )}
      {problem?.kind === 'failed' && (
        <FailedSave error={problem.error} onRetry={() => void form.save(problem.extra)} />
      )}
    </>
  )
}

function FailedSave({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords('forms')
  const shell = useWords('shell')
  const { message, requestId } = useProblemMessage()(error)
  const retry = (
    <Button size="small" onPress={onRetry}>
      {t('save_again')}
    </Button>
  )
  return (
    <Notice icon="warning" tone="danger" action={retry}>
      <p>
        {t('not_saved')} {message}
      </p>
      {requestId && (
        <p className="notice-detail">
          {shell('request_id')} <code dir="ltr">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}
