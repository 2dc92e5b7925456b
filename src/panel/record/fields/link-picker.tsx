// Asking for a page of the site. The dialog itself is loaded when it is first opened.
import { createContext, type ReactNode, use, useCallback } from 'react'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { useQuestion } from '../../app/design/use-question.ts'

const PagePicker = lazyPart(() => import('./page-picker.tsx').then((module) => module.PagePicker))

type PickLink = () => Promise<string | null>

const PickLinkContext = createContext<PickLink | null>(null)

/** Asks for a page of the site: resolves with its path, or null when the dialog is closed. */
export function usePickLink(): PickLink {
  const pick = use(PickLinkContext)
  if (!pick) throw new Error('usePickLink needs a LinkPickerProvider')
  return pick
}

/** Holds the one dialog that all link fields and the editor below it share. */
export function LinkPickerProvider({ children }: { children: ReactNode }) {
  const { question, ask, finish } = useQuestion<'page', string>()
  const pick = useCallback(() => ask('page'), [ask])
  return (
    <PickLinkContext value={pick}>
      {children}
      {question && <PagePicker onPick={finish} onClose={() => finish(null)} />}
    </PickLinkContext>
  )
}
