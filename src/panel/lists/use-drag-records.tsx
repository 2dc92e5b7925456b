import { DropIndicator, useDragAndDrop } from 'react-aria-components'
import type { ResourceDescription } from '../../client/index.ts'
import { useLabel } from '../words/words-context.tsx'
import { type ListedRecord, nameOf } from './record-names.ts'
import type { Reorder } from './use-reorder.ts'

type DragRecords = {
  resource: ResourceDescription
  records: readonly ListedRecord[]
  order: Reorder | null
}

/** Dragging rows by mouse, and by keyboard with the handle. */
export function useDragRecords({ resource, records, order }: DragRecords) {
  const label = useLabel()
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: order === null,
    getItems: (keys) =>
      [...keys].map((key) => {
        const record = records.find(({ id }) => id === Number(key))
        return { 'text/plain': record ? nameOf(record, resource, label) : String(key) }
      }),
    getAllowedDropOperations: () => ['move'],
    renderDropIndicator: (target) => <DropIndicator target={target} className="list-drop" />,
    onReorder: ({ keys, target }) => {
      if (target.dropPosition === 'on') return
      order?.moveBeside(new Set([...keys].map(Number)), Number(target.key), target.dropPosition)
    },
  })
  return dragAndDropHooks
}
