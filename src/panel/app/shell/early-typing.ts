// Keeps what is typed between the shortcut of "Go to" and its text field, whose script may have to be loaded first.
let text = ''
let listening: AbortController | null = null
let cancel = () => {}

/** Catches all keys from now on. Escape and `cancelTyping` call `onCancel`. */
export function catchTyping(onCancel: () => void) {
  releaseTyping()
  cancel = onCancel
  listening = new AbortController()
  addEventListener(
    'keydown',
    (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { key } = event
      if (key === 'Escape') cancelTyping()
      else if (key === 'Backspace') text = text.slice(0, -1)
      else if ([...key].length === 1) text += key
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: listening.signal },
  )
}

/** Ends it. Returns what was typed. */
export function releaseTyping(): string {
  const typed = text
  text = ''
  listening?.abort()
  listening = null
  return typed
}

/** Ends it because nothing will take what was typed. */
export function cancelTyping() {
  releaseTyping()
  cancel()
}
