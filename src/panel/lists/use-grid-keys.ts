import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Rows that Page Up and Page Down pass over. */
const PAGE_ROWS = 10

type GridKeys = {
  ids: readonly number[]
  onOpen: (id: number) => void
  selection: {
    toggle: (id: number, isRange: boolean) => void
    extend: (from: number, to: number) => void
    selectAll: (isSelected: boolean) => void
  } | null
}

/** The id of the record that an element belongs to; null outside of the rows. */
export function keyOf(element: Element): number | null {
  const key = element.closest<HTMLElement>('tr[data-key]')?.dataset.key
  return key === undefined ? null : Number(key)
}

/** Arrow keys between and inside of rows; Space selects, Enter opens. `current` is the row that Tab leads to. */
export function useGridKeys({ ids, onOpen, selection }: GridKeys) {
  const [last, setLast] = useState<number | null>(null)

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const target = event.target as HTMLElement
    const row = target.closest('tr')
    if (!row || event.altKey) return
    const next = nextStop(event, row)
    const id = keyOf(row)
    const isOnRow = target === row
    if (next) {
      const nextId = keyOf(next)
      if (event.shiftKey && isOnRow && id !== null && nextId !== null) selection?.extend(id, nextId)
      next.focus()
    } else if (event.key === 'Enter' && isOnRow && id !== null) onOpen(id)
    else if (event.key === ' ' && isOnRow && id !== null && selection) selection.toggle(id, event.shiftKey)
    else if (event.key === 'Escape' && selection) selection.selectAll(false)
    else if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey) && selection) selection.selectAll(true)
    else return
    event.preventDefault()
  }

  function onFocus({ target }: FocusEvent) {
    const id = keyOf(target)
    if (id !== null) setLast(id)
  }

  const current = last !== null && ids.includes(last) ? last : (ids[0] ?? null)
  return { current, onKeyDown, onFocus }
}

/** The element that a key leads to; null for other keys. */
function nextStop(event: KeyboardEvent<HTMLTableElement>, row: HTMLTableRowElement): HTMLElement | null {
  const { key, ctrlKey, metaKey } = event
  const stops = stopsOf(row)
  const stop = stops.indexOf(event.target as HTMLElement)
  const forward = getComputedStyle(row).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return stops[(stop + (key === forward ? 1 : -1) + stops.length) % stops.length] ?? null
  const isInRow = event.target !== row && !ctrlKey && !metaKey
  if (isInRow && key === 'Home') return stops[0] ?? null
  if (isInRow && key === 'End') return stops.at(-1) ?? null
  const rows = [...event.currentTarget.rows]
  const index = rowIndexFor(key, rows.indexOf(row), rows.length)
  const next = index === null ? null : rows[index]
  if (!next) return null
  const there = stopsOf(next)
  // The controls of the head are others than those of the rows.
  const isLikeThis = keyOf(next) !== null && keyOf(row) !== null
  return there[isLikeThis ? Math.min(stop, there.length - 1) : 0] ?? null
}

/** The head is row 0, which only an arrow key leads to. */
function rowIndexFor(key: string, index: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'PageDown':
      return Math.min(index + PAGE_ROWS, length - 1)
    case 'PageUp':
      return Math.max(index - PAGE_ROWS, 1)
    case 'Home':
      return 1
    case 'End':
      return length - 1
    default:
      return null
  }
}

/** The elements of a row that can have the focus: the row itself, unless it is the head, and its controls. */
const stopsOf = (row: HTMLTableRowElement): HTMLElement[] => [
  ...(keyOf(row) === null ? [] : [row]),
  ...row.querySelectorAll<HTMLElement>('a[href], button, input'),
]
