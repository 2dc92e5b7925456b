// Asking for a picture of the library. The dialog itself is loaded when it is first opened.
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react'

const PickerDialog = lazy(() =>
  import('./picker-dialog.tsx').then((module) => ({ default: module.PickerDialog })),
)

export type PickedImage = {
  id: number
  url: string
  alt: string | null
  title: string | null
  width: number
  height: number
}

type PickImage = () => Promise<PickedImage | null>

const PickImageContext = createContext<PickImage | null>(null)

/** Asks for a picture: resolves with it, or with null when the dialog is closed. */
export function usePickImage(): PickImage {
  const pick = use(PickImageContext)
  if (!pick) throw new Error('usePickImage needs a MediaPickerProvider')
  return pick
}

/** Holds the one dialog that everything below it shares. */
export function MediaPickerProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(image: PickedImage | null) => void>(() => {})
  const pick = useCallback<PickImage>(() => {
    answer.current(null)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  const finish = (image: PickedImage | null) => {
    setOpen(false)
    answer.current(image)
    answer.current = () => {}
  }
  return (
    <PickImageContext value={pick}>
      {children}
      {isOpen && (
        <Suspense>
          <PickerDialog onPick={finish} onClose={() => finish(null)} />
        </Suspense>
      )}
    </PickImageContext>
  )
}
