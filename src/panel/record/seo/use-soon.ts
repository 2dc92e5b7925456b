import { type RefObject, useEffect, useState } from 'react'
import { untilReady } from '../../app/design/use-ready.ts'

const REST_MS = 2_000

/**
 * False at first, so that what stands far down in a form is not loaded before the form itself can be used. True once the
 * element comes near the view, the form is being used, or nothing happened for a while since it can be.
 */
export function useSoon(element: RefObject<HTMLElement | null>): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const begin = () => setSoon(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && begin(),
      { rootMargin: '400px' },
    )
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    void untilReady().then(() => {
      if (isGone) return
      // Not earlier: without the parts that are still loading, everything is near the view.
      if (element.current) observer.observe(element.current)
      timer = setTimeout(begin, REST_MS)
    })
    addEventListener('input', begin, { once: true })
    return () => {
      isGone = true
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('input', begin)
    }
  }, [element])
  return isSoon
}
