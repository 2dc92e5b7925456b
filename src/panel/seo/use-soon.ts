import { type RefObject, useEffect, useState } from 'react'

const REST_MS = 2_000

/**
 * False at first, so that what stands far down in a form is not loaded before the form itself can be used. True once the
 * element comes near the view, the form is being used, or nothing happened for a while.
 */
export function useSoon(element: RefObject<HTMLElement | null>): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const begin = () => setSoon(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && begin(),
      { rootMargin: '400px' },
    )
    if (element.current) observer.observe(element.current)
    const timer = setTimeout(begin, REST_MS)
    addEventListener('input', begin, { once: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('input', begin)
    }
  }, [element])
  return isSoon
}
