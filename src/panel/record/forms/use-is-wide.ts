import { useSyncExternalStore } from 'react'

/** Two languages side by side need this much; `forms.css` has the same limit. */
const WIDE = '(min-width: 1000px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
  )
}
