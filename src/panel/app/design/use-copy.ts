// Copies a text to the clipboard and says whether it worked.
import { useWords } from '../words/words-context.tsx'
import { showToast } from './toasts.tsx'

/** `done` is said when the text was copied. */
export function useCopy(done: string) {
  const t = useWords('shell')
  return async (text: string) => {
    try {
      await copyText(text)
      showToast(done)
    } catch {
      showToast(t('copy_failed'), { tone: 'danger' })
    }
  }
}

async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Browsers hide the clipboard from pages without HTTPS, but not the copy command.
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('copy', fill, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy')
  } finally {
    document.removeEventListener('copy', fill, { capture: true })
  }
}
