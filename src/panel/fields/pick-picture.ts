import { useApi } from '../api/api.ts'
import { useProblemMessage } from '../api/problem-message.ts'
import { showToast } from '../design/toasts.tsx'
import type { PickedImage } from '../editor/pictures/picture-jobs.ts'

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** Asks for a picture file and uploads it; resolves with null if none was chosen or the upload failed. */
export function usePickPicture(): () => Promise<PickedImage | null> {
  const api = useApi()
  const describe = useProblemMessage()
  return async () => {
    const file = await chooseFile()
    if (!file) return null
    try {
      return await api.admin.media.upload(file)
    } catch (error) {
      showToast(describe(error).message, { tone: 'danger' })
      return null
    }
  }
}

function chooseFile(): Promise<File | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = PICTURE_TYPES.join()
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
    input.addEventListener('cancel', () => resolve(null))
    input.click()
  })
}
