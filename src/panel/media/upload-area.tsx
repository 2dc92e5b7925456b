import type { ReactNode } from 'react'
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { Button } from '../design/button.tsx'
import { PICTURE_TYPES } from '../fields/picture-types.ts'
import { useWords } from '../words/words-context.tsx'
import { UploadList } from './upload-list.tsx'
import type { Upload } from './upload-queue.ts'
import { uploads } from './use-uploads.ts'

export function UploadButton({ look = 'primary' }: { look?: 'primary' | 'secondary' }) {
  const t = useWords('media')
  return (
    <FileTrigger
      acceptedFileTypes={PICTURE_TYPES}
      allowsMultiple
      onSelect={(files) => files && uploads.add(files)}
    >
      <Button look={look} icon="upload">
        {t('upload')}
      </Button>
    </FileTrigger>
  )
}

/** Files that are dropped anywhere on its content are uploaded. */
export function UploadArea({ list, children }: { list: readonly Upload[]; children: ReactNode }) {
  const t = useWords('media')
  return (
    <DropZone
      className="upload-area"
      aria-label={t('drop_here')}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        uploads.add(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
      }}
    >
      <div className="upload-hint" aria-hidden="true">
        {t('drop_here')}
      </div>
      <UploadList list={list} />
      {children}
    </DropZone>
  )
}
