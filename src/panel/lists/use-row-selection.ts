import { useCallback, useRef } from 'react'
import type { ListedRecord } from '../records/record-names.ts'
import { toggled, withRange } from './row-selection.ts'

export type Ids = ReadonlySet<number>

/** The ways in which rows are selected; the functions change only with the records. */
export function useRowSelection(
  records: readonly ListedRecord[],
  onSelect: (change: (selected: Ids) => Ids) => void,
) {
  const last = useRef<number | null>(null)
  const toggle = useCallback(
    (id: number, isRange: boolean) => {
      const from = isRange ? last.current : null
      last.current = id
      onSelect((selected) =>
        from === null ? toggled(selected, id) : withRange(selected, idsOf(records), { from, to: id }),
      )
    },
    [records, onSelect],
  )
  const extend = (from: number, to: number) =>
    onSelect((selected) => withRange(selected, idsOf(records), { from, to }))
  const selectAll = (isSelected: boolean) => onSelect(() => new Set(isSelected ? idsOf(records) : []))
  return { toggle, extend, selectAll }
}

const idsOf = (records: readonly ListedRecord[]) => records.map(({ id }) => id)
