import { api } from '../api/api.ts'
import { sendFile } from './send-file.ts'

/** Stores the pictures that are pasted or dropped into texts. */
export const pictureSource = {
  upload: sendFile,
  import: (url: string) => api.admin.media.import({ url }),
}
