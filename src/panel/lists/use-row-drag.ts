import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { announce } from '../app/design/announce.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { type ListedRecord, nameOf } from '../records/record-names.ts'
import { keyOf } from './use-grid-keys.ts'
import type { Reorder } from './use-reorder.ts'

export type DragState = 'dragged' | 'drop-before' | 'drop-after' | null

type Drop = { target: number; side: 'before' | 'after' }
/** `index` is where the row goes, counted from 0 on the page; for the keyboard. */
type Drag = { ids: ReadonlySet<number>; index: number; drop: Drop | null; isByKeyboard: boolean }

type RowDrag = {
  resource: ResourceDescription
  records: readonly ListedRecord[]
  selected: ReadonlySet<number> | null
  order: Reorder | null
  firstPosition: number
  total: number
}

const isHandle = (element: Element) => element.closest('[data-handle]') !== null

/** Moving rows by their handles: with the pointer, or with Enter, the arrow keys and Enter. Selected rows move together. */
export function useRowDrag({ resource, records, selected, order, firstPosition, total }: RowDrag) {
  const t = useWords('lists')
  const label = useLabel()
  const [drag, setDrag] = useState<Drag | null>(null)
  const movedWith = (id: number) => (selected?.has(id) ? selected : new Set([id]))

  function finish({ ids, drop }: Pick<Drag, 'ids' | 'drop'>) {
    setDrag(null)
    if (drop && !ids.has(drop.target)) order?.moveBeside(ids, drop.target, drop.side)
    else announce(t('grab_cancelled'))
  }
  function cancel() {
    setDrag(null)
    announce(t('grab_cancelled'))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const id = keyOf(event.target as Element)
    if (!order || event.button !== 0 || id === null || !isHandle(event.target as Element)) return
    const ids = movedWith(id)
    const body = event.currentTarget
    let drop: Drop | null = null
    followPointer(event, {
      onMove(y) {
        drop = dropAt(body, y)
        setDrag({ ids, index: 0, drop, isByKeyboard: false })
      },
      onEnd(isDropped) {
        if (isDropped) finish({ ids, drop })
        else cancel()
      },
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const id = keyOf(event.target as Element)
    const own = records.findIndex((record) => record.id === id)
    if (!order || own < 0 || !isHandle(event.target as Element) || event.altKey) return
    const isActivation = event.key === 'Enter' || event.key === ' '
    if (!drag?.isByKeyboard) {
      if (!isActivation) return
      event.preventDefault()
      setDrag({ ids: movedWith(records[own]!.id), index: own, drop: null, isByKeyboard: true })
      const name = nameOf(records[own]!, resource, label)
      announce(t('grabbed', { name, position: firstPosition + own, total }), 'assertive')
      return
    }
    const targets: Record<string, number> = {
      ArrowDown: drag.index + 1,
      ArrowUp: drag.index - 1,
      Home: 0,
      End: records.length - 1,
    }
    if (event.key === 'Tab') return cancel()
    event.preventDefault()
    if (event.key === 'Escape') return cancel()
    if (isActivation) return finish(drag)
    const wanted = targets[event.key]
    if (wanted === undefined) return
    const index = Math.min(Math.max(wanted, 0), records.length - 1)
    const drop: Drop | null =
      index === own ? null : { target: records[index]!.id, side: index > own ? 'after' : 'before' }
    setDrag({ ...drag, index, drop })
    announce(t('grabbed_at', { position: firstPosition + index, total }), 'assertive')
  }

  const onBlur = () => drag?.isByKeyboard && setDrag(null)

  function stateOf(id: number): DragState {
    if (!drag) return null
    if (drag.drop?.target === id && !drag.ids.has(id)) return `drop-${drag.drop.side}`
    return drag.ids.has(id) ? 'dragged' : null
  }

  return { onPointerDown, onKeyDown, onBlur, stateOf }
}

/** The gap between rows that is nearest to a height in the window. */
function dropAt(body: HTMLElement, y: number): Drop | null {
  const rows = [...body.querySelectorAll<HTMLElement>('tr[data-key]')]
  const places = rows.map((row) => ({ id: Number(row.dataset.key), box: row.getBoundingClientRect() }))
  const before = places.find(({ box }) => y < box.top + box.height / 2)
  if (before) return { target: before.id, side: 'before' }
  const last = places.at(-1)
  return last ? { target: last.id, side: 'after' } : null
}

/** A press that moves less is a click. */
const MIN_DISTANCE = 4
/** The distance from an edge of the window within which the page scrolls. */
const EDGE = 56
const SCROLL_STEP = 12

type Handlers = {
  /** Called at each new height of the pointer in the window. */
  onMove: (y: number) => void
  /** Called after a movement; false if it was cancelled. */
  onEnd: (isDropped: boolean) => void
}

/** Follows the pointer from a press until its release, or until Escape. */
function followPointer({ clientY: start }: PointerEvent, { onMove, onEnd }: Handlers) {
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
