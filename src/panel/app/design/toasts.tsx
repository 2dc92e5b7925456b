// Short notices of results. Each is spoken as well.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isDeclined } from '../api/declined-proof.ts'
import { useWords } from '../words/words-context.tsx'
import { announce } from './announce.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { useProblemMessage } from './problem-message.ts'

type ToastOptions = {
  tone?: 'good' | 'danger'
  /** Offers "Undo". */
  undo?: () => void
  action?: { label: string; onPress: () => void }
  /** A link beside them. */
  link?: ReactNode
}

type Toast = ToastOptions & { id: number; text: string }

const SHOWN_MS = 6_000
/** People who use a keyboard need time to reach the button. */
const WITH_ACTION_MS = 15_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Shows a text for some seconds and speaks it. It stays while the pointer or the focus is on it. */
export function showToast(text: string, options: ToastOptions = {}) {
  const id = ++lastId
  change([...toasts, { ...options, id, text }].slice(-3))
  announce(text, options.tone === 'danger' ? 'assertive' : 'polite')
  const hide = () => {
    const isHeld = document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)
    if (isHeld) setTimeout(hide, 1_000)
    else dismiss(id)
  }
  setTimeout(hide, options.undo || options.action || options.link ? WITH_ACTION_MS : SHOWN_MS)
}

export function Toasts() {
  const t = useWords('shell')
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  // They end with the frame: the next user of this tab neither sees nor undoes what another one did.
  useEffect(() => () => change([]), [])
  // The list stands beside the application. Its mark for react-aria keeps a dialog from hiding it or counting it as outside.
  return createPortal(
    <section className="toasts" aria-label={t('notifications')} data-react-aria-top-layer="true">
      {shown.map(({ id, text, tone = 'good', undo, action, link }) => (
        <div key={id} className={`toast toast-${tone}`} data-toast={id}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span className="toast-text">{text}</span>
          {(undo || action) && (
            <Button
              size="small"
              onPress={() => {
                dismiss(id)
                ;(undo ?? action!.onPress)()
              }}
            >
              {undo ? t('undo') : action!.label}
            </Button>
          )}
          {link}
          <IconButton icon="close" size="small" label={t('close')} onPress={() => dismiss(id)} />
        </div>
      ))}
    </section>,
    document.body,
  )
}

/** Makes requests whose failure is said by a toast; `attempt` resolves with whether it worked. */
export function useAttempt() {
  const describe = useProblemMessage()
  const [isPending, setPending] = useState(false)
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    setPending(true)
    try {
      await action()
      return true
    } catch (error) {
      if (!isDeclined(error)) showToast(describe(error).message, { tone: 'danger' })
      return false
    } finally {
      setPending(false)
    }
  }
  return { isPending, attempt }
}
