import type { ReactNode } from 'react'
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { Button } from '../app/design/button.tsx'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { type FileKind, typesOf } from './file-types.ts'
import { UploadList } from './upload-list.tsx'
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
        // Without a kind the service says what is wrong with a file.
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
