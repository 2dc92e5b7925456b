// Reordering the entries of a list in a form: by dragging a handle with mouse or finger, or with the handle's keys. Not
// react-aria's, whose rows take the keys that text fields inside them need.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { placeAt } from './move-entry.ts'

type Options = {
  count: number
  onMove: (from: number, to: number) => void
  /** The element of each entry, in order. */
  entriesOf: () => HTMLElement[]
}

type Drag = { from: number; to: number }

/** `dragged` is the entry on its way; `handleProps` go to the button of an entry. */
export function useEntryOrder({ count, onMove, entriesOf }: Options) {
  const [dragged, setDragged] = useState<Drag | null>(null)
  const drag = useRef<Drag | null>(null)
  const update = (next: Drag | null) => {
    drag.current = next
    setDragged(next)
  }
  const handleProps = (index: number) => ({
    onKeyDown(event: KeyboardEvent) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0) return
      event.preventDefault()
      const to = index + step
      if (to >= 0 && to < count) onMove(index, to)
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      update({ from: index, to: index })
    },
    onPointerMove(event: PointerEvent) {
      if (!drag.current) return
      const middles = entriesOf().map((entry) => {
        const { top, height } = entry.getBoundingClientRect()
        return top + height / 2
      })
      const to = placeAt(middles, drag.current.from, event.clientY)
      if (to !== drag.current.to) update({ from: drag.current.from, to })
    },
    onPointerUp() {
      const done = drag.current
      update(null)
      if (done && done.from !== done.to) onMove(done.from, done.to)
    },
    onPointerCancel: () => update(null),
  })
  return { dragged, handleProps }
}
