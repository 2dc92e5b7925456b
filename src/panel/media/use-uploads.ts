import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Media } from '../../client/index.ts'
import { onNewOwner } from '../app/api/session.ts'
import { announce } from '../app/design/announce.ts'
import { useWords } from '../app/words/words-context.tsx'
import { sendFile } from './send-file.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'

const isOver = ({ state }: Upload) => state === 'done' || state === 'failed'

/** One queue for the whole panel: leaving the library does not stop the uploads. */
export const uploads = new UploadQueue(sendFile)
// Nobody uploads in the name of another.
onNewOwner(() => uploads.clear())

/** The uploads since it was first called, and those that were under way; `onDone` is called with each file that has been stored. */
export function useUploads(onDone?: (media: Media) => void) {
  const t = useWords('media')
  const client = useQueryClient()
  useEffect(() => {
    uploads.onDone = (media, name) => {
      announce(t('uploaded', { name }))
      void client.invalidateQueries({ queryKey: ['records', 'media'] })
      onDone?.(media)
    }
  })
  const [before] = useState(
    () =>
      new Set(
        uploads
          .list()
          .filter(isOver)
          .map(({ id }) => id),
      ),
  )
  const list = useSyncExternalStore(uploads.subscribe, uploads.list)
  return list.filter((upload) => !before.has(upload.id) || !isOver(upload))
}
