import { useEffect, useEffectEvent } from 'react'

/** Calls `save` on Ctrl+S or ⌘S anywhere on the page, instead of the browser's "save page". */
export function useSaveKey(save: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    // By the place of the key: on a Persian keyboard it writes another letter.
    if (!hasModifier || event.code !== 'KeyS') return
    event.preventDefault()
    const isInDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    if (!event.repeat && !isInDialog) save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
