// Light or dark: the choice of the user, else that of the device.
import { useState } from 'react'

export type Scheme = 'system' | 'light' | 'dark'

const STORED_AS = 'frontage-scheme'

export function storedScheme(): Scheme {
  const stored = localStorage.getItem(STORED_AS)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyScheme(scheme: Scheme) {
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
}

export function useScheme() {
  const [scheme, setState] = useState(storedScheme)
  const setScheme = (next: Scheme) => {
    localStorage.setItem(STORED_AS, next)
    applyScheme(next)
    setState(next)
  }
  return { scheme, setScheme }
}
