import type { KeyboardEvent } from 'react'
import type { ListedRecord } from '../records/record-names.ts'
import { keyOf } from './use-grid-keys.ts'
import type { Reorder } from './use-reorder.ts'

type MoveByArrow = {
  order: Reorder | null
  records: readonly ListedRecord[]
  /** The position of the first record of the page, counted from 1. */
  firstPosition: number
  total: number
}

/** Alt with an arrow key moves the focused row by one. */
export const useMoveByArrow =
  ({ order, records, firstPosition, total }: MoveByArrow) =>
  (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const id = keyOf(event.target as Element)
    const index = records.findIndex((record) => record.id === id)
    if (!order || !event.altKey || step === 0 || index < 0) return
    event.preventDefault()
    order.moveTo(records[index]!.id, Math.min(Math.max(firstPosition + index + step, 1), total))
  }
