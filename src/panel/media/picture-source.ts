import type { Media } from '../../client/index.ts'
import { api } from '../app/api/api.ts'
import { type ImageFile, isImage } from './media-names.ts'
import { sendFile } from './send-file.ts'

/** Stores the pictures that are pasted or dropped into texts. */
export const pictureSource = {
  upload: async (...upload: Parameters<typeof sendFile>) => asImage(await sendFile(...upload)),
  import: async (url: string) => asImage(await api.admin.media.import({ url })),
}

/** A link that promised a picture may lead to a document. */
function asImage(file: Media): ImageFile {
  if (isImage(file)) return file
  throw Object.assign(new Error('The file is not a picture.'), { status: 415 })
}
