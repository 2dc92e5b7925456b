import { useProblemMessage } from '../app/api/problem-message.ts'
import { Button } from '../app/design/button.tsx'
import { Icon } from '../app/design/icon.tsx'
import { useWords } from '../app/words/words-context.tsx'
import type { Upload } from './upload-queue.ts'
import { uploads } from './use-uploads.ts'

/** The uploads under way, and those that failed. */
export function UploadList({ list }: { list: readonly Upload[] }) {
  const t = useWords('media')
  if (list.length === 0) return null
  return (
    <section className="uploads" aria-label={t('uploads')}>
      <ul>
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {list.some(({ state }) => state === 'done') && (
        <Button size="small" look="quiet" onPress={() => uploads.clearDone()}>
          {t('clear_done')}
        </Button>
      )}
    </section>
  )
}

function UploadRow({ upload: { id, name, state, progress, error } }: { upload: Upload }) {
  const t = useWords('media')
  const describe = useProblemMessage()
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <li className="upload" data-state={state}>
      <span className="upload-name" dir="auto">
        {name}
      </span>
      {state === 'running' && (
        <progress className="upload-bar" aria-label={t('progress', { name })} value={progress ?? 0} max={1} />
      )}
      <span className="upload-state" role={state === 'failed' ? 'alert' : undefined}>
        {state === 'done' && <Icon name="check" size={16} />}
        {state === 'failed' && describe(error).message}
        {state === 'waiting' && t('upload_waiting')}
        {state === 'running' && t('upload_progress', { percent })}
        {state === 'done' && t('upload_done')}
      </span>
      {state === 'failed' && (
        <Button size="small" aria-label={t('upload_retry', { name })} onPress={() => uploads.retry(id)}>
          {t('retry')}
        </Button>
      )}
      {state !== 'done' && (
        <Button
          size="small"
          look="quiet"
          aria-label={t(state === 'failed' ? 'upload_dismiss' : 'upload_cancel', { name })}
          onPress={() => uploads.remove(id)}
        >
          {t(state === 'failed' ? 'dismiss' : 'cancel')}
        </Button>
      )}
    </li>
  )
}
