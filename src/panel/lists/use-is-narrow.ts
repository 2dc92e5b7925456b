import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 720px)')

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is no room for columns beside each other. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => query.matches)
