import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListedRecord } from './record-names.ts'
import type { Reorder } from './use-reorder.ts'

const REFOCUS_MS = 100

type MoveByArrow = {
  order: Reorder | null
  records: readonly ListedRecord[]
  /** Of the first record of the page, counted from 1. */
  firstPosition: number
  total: number
}

/** Alt with an arrow key moves the focused row by one. Returns the ref of the element around the table. */
export function useMoveByArrow({ order, records, firstPosition, total }: MoveByArrow) {
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!order || !event.altKey || step === 0) return
    const focused = event.target as HTMLElement
    const row = focused.closest<HTMLElement>('[role="row"][data-key]')
    const index = records.findIndex(({ id }) => String(id) === row?.dataset.key)
    if (index < 0) return
    event.preventDefault()
    event.stopPropagation()
    const position = Math.min(Math.max(firstPosition + index + step, 1), total)
    order.moveTo(records[index]!.id, position)
    // An element that is moved in the document loses the focus.
    setTimeout(() => focused.isConnected && focused.focus(), REFOCUS_MS)
  })
  useEffect(() => {
    const element = frame.current
    // While capturing, before the grid moves its focus.
    element?.addEventListener('keydown', onKeyDown, { capture: true })
    return () => element?.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
  return frame
}
