import type { ReactNode } from 'react'
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { Button } from '../app/design/button.tsx'
import { Icon } from '../app/design/icon.tsx'
import { useProblemMessage } from '../app/design/problem-message.ts'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { type FileKind, typesOf } from './media-names.ts'
import type { Upload } from './upload-queue.ts'
import { uploads } from './use-uploads.ts'

type UploadButtonProps = { look?: 'primary' | 'secondary'; kind?: FileKind }

export function UploadButton({ look = 'primary', kind }: UploadButtonProps) {
  const t = useWords('media')
  return (
    <FileTrigger
      acceptedFileTypes={typesOf(kind ?? null)}
      allowsMultiple
      onSelect={(files) => files && uploads.add(files)}
    >
      <Button look={look} icon="upload">
        {t('upload')}
      </Button>
    </FileTrigger>
  )
}

type UploadAreaProps = { list: readonly Upload[]; kind?: FileKind; children: ReactNode }

/** Files that are dropped anywhere on its content are uploaded; with `kind`, only files of that kind. */
export function UploadArea({ list, kind, children }: UploadAreaProps) {
  const t = useWords('media')
  return (
    <DropZone
      className="upload-area"
      aria-label={t('drop_here')}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const files = await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile()))
        // The service says what is wrong with a file if there is no kind.
        const fitting = kind ? files.filter(({ type }) => typesOf(kind).includes(type)) : files
        if (fitting.length < files.length)
          showToast(t(kind === 'image' ? 'only_pictures' : 'only_documents'), { tone: 'danger' })
        uploads.add(fitting)
      }}
    >
      <div className="upload-hint" aria-hidden="true">
        <span>{t('drop_here')}</span>
      </div>
      <UploadList list={list} />
      {children}
    </DropZone>
  )
}

/** The uploads under way, and those that failed. */
function UploadList({ list }: { list: readonly Upload[] }) {
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
