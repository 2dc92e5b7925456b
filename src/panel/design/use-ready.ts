import { useEffect } from 'react'

/** Sets `html[data-ready]` while the screen can be used; each screen calls it, once its data are there. */
export function useReady(isReady = true) {
  useEffect(() => {
    if (!isReady) return
    document.documentElement.dataset.ready = ''
    return () => {
      delete document.documentElement.dataset.ready
    }
  }, [isReady])
}
