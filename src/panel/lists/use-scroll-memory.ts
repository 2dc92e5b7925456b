import { useEffect } from 'react'

type Remembered = { scrollTop?: number } | null

/** Keeps the scroll position in the entry of the history, and returns to it when "back" leads here again. */
export function useScrollMemory(isReady: boolean) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = () => {
      clearTimeout(timer)
      timer = setTimeout(() => history.replaceState({ ...history.state, scrollTop: scrollY }, ''), 150)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', remember)
    }
  }, [])
  useEffect(() => {
    const { scrollTop } = (history.state as Remembered) ?? {}
    if (!isReady || !scrollTop) return
    // The page scrolls after the frame has scrolled to the top of a new page.
    const frame = requestAnimationFrame(() => scrollTo(0, scrollTop))
    return () => cancelAnimationFrame(frame)
  }, [isReady])
}
