// Asking for a file of the library. The dialog itself is loaded when it is first opened.
import { createContext, type ReactNode, use } from 'react'
import type { Media } from '../../client/index.ts'
import { fieldIn, type LanguageKey } from '../../text/content-language.ts'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { useQuestion } from '../app/design/use-question.ts'
import { type FileQuestion, type ImageFile, isImage } from './media-names.ts'

const PickerDialog = lazyPart(() => import('./picker-dialog.tsx').then((module) => module.PickerDialog))

type PickFile = (question: FileQuestion) => Promise<Media | null>

const PickFileContext = createContext<PickFile | null>(null)

/** Asks for a file of one kind: resolves with it, or with null when the dialog is closed. */
export function usePickFile(): PickFile {
  const pick = use(PickFileContext)
  if (!pick) throw new Error('usePickFile needs a MediaPickerProvider')
  return pick
}

/** Asks for a picture, whose `alt` is the one for its new place: in the library, it is that of the language. */
export function usePickImage(language: LanguageKey = 'primary'): () => Promise<ImageFile | null> {
  const pick = usePickFile()
  return async () => {
    const file = await pick({ kind: 'image', altKey: fieldIn('alt', { key: language }) })
    return file && isImage(file) ? file : null
  }
}

/** Asks for a document to link to: resolves with its URL. */
export function usePickDocument(): () => Promise<string | null> {
  const pick = usePickFile()
  return async () => (await pick({ kind: 'document' }))?.url ?? null
}

/** Holds the one dialog that everything below it shares. */
export function MediaPickerProvider({ children }: { children: ReactNode }) {
  const { question, ask, finish } = useQuestion<FileQuestion, Media>()
  return (
    <PickFileContext value={ask}>
      {children}
      {question && <PickerDialog {...question} onPick={finish} onClose={() => finish(null)} />}
    </PickFileContext>
  )
}
