import { useEffect } from 'react'

/** Screens that can be used but for their parts, and parts that are being loaded. */
let ready = 0
let waiting = 0
let whenReady = Promise.withResolvers<void>()
let isReady = false

const canBeUsed = () => ready > 0 && waiting === 0

function update() {
  // This runs after the other effects of the same rendering, one of which may wait for the next part.
  if (canBeUsed()) queueMicrotask(tellReady)
  else if (isReady) {
    isReady = false
    delete document.documentElement.dataset.ready
    whenReady = Promise.withResolvers()
  }
}

function tellReady() {
  if (isReady || !canBeUsed()) return
  isReady = true
  document.documentElement.dataset.ready = ''
  performance.mark('ready')
  whenReady.resolve()
}

/** Resolves once the screen can be used. */
export const untilReady = (): Promise<void> => whenReady.promise

/** Sets `html[data-ready]` while the screen can be used; each screen calls it, once its data are there. */
export function useReady(isReady = true) {
  useEffect(() => {
    if (!isReady) return
    ready++
    update()
    return () => {
      ready--
      update()
    }
  }, [isReady])
}

/** Keeps the screen from being ready while a part without which it cannot be used is being loaded. */
export function useWaiting() {
  useEffect(() => {
    waiting++
    update()
    return () => {
      waiting--
      update()
    }
  }, [])
}
