import type { PointerEvent } from 'react'

/** A press that moves less is a click. */
const MIN_DISTANCE = 4
/** So near to an edge of the window, the page scrolls. */
const EDGE = 56
const SCROLL_STEP = 12

type Handlers = {
  /** At each new height of the pointer in the window. */
  onMove: (y: number) => void
  /** After a movement only; false if it was cancelled. */
  onEnd: (isDropped: boolean) => void
}

/** Follows the pointer from a press until its release, or until Escape. */
export function followPointer({ clientY: start }: PointerEvent, { onMove, onEnd }: Handlers) {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let y = start
  let isMoving = false
  function end(isDropped: boolean) {
    listening.abort()
    if (!isMoving) return
    isMoving = false
    ignoreClick()
    onEnd(isDropped)
  }
  function scrollAtEdge() {
    if (!isMoving) return
    const step = y < EDGE ? -SCROLL_STEP : y > innerHeight - EDGE ? SCROLL_STEP : 0
    const before = scrollY
    if (step !== 0) scrollBy({ top: step, behavior: 'instant' })
    if (scrollY !== before) onMove(y)
    requestAnimationFrame(scrollAtEdge)
  }
  window.addEventListener(
    'pointermove',
    ({ clientY }) => {
      y = clientY
      if (!isMoving && Math.abs(y - start) < MIN_DISTANCE) return
      if (!isMoving) {
        isMoving = true
        requestAnimationFrame(scrollAtEdge)
      }
      onMove(y)
    },
    options,
  )
  addEventListener('pointerup', () => end(true), options)
  addEventListener('pointercancel', () => end(false), options)
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end(false)
    },
    options,
  )
}

/** The browser reports a click after the release, on what lies below. */
function ignoreClick() {
  const ignoring = new AbortController()
  addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: ignoring.signal })
  setTimeout(() => ignoring.abort(), 0)
}
