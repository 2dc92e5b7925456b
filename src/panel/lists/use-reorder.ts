import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiProblem } from '../../client/api-problem.ts'
import type { List, ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { announce } from '../app/design/announce.ts'
import { useProblemMessage } from '../app/design/problem-message.ts'
import { showToast } from '../app/design/toasts.tsx'
import { useWords } from '../app/words/words-context.tsx'
import type { ListedRecord } from '../records/record-names.ts'
import { changedLength, moveBack, moveBeside, moveToPosition } from './list-order.ts'
import { loadOrder, OrderChanged } from './load-order.ts'

type Shown = List<ListedRecord>
/** `length` is how many of the first records the move concerns. */
type Move = { ids: ReadonlySet<number>; length: number; apply: (order: readonly number[]) => number[] }

type SavedMove = {
  moved: ReadonlySet<number>
  before: readonly number[]
  /** The number of first records that were sent. */
  length: number
  etag: string | null
}

export type Reorder = {
  /** Moves a record to a position in the whole list, counted from 1. */
  moveTo: (id: number, position: number) => void
  /** Moves records before or after another one of the page. */
  moveBeside: (ids: ReadonlySet<number>, target: number, side: 'before' | 'after') => void
}

type Page = { resource: ResourceDescription; queryKey: QueryKey; page: number; perPage: number }

/** Moves records of the shown page; each move is saved at once, after the one before it, and can be taken back. */
export function useReorder({ resource, queryKey, page, perPage }: Page): Reorder {
  const records = recordApiOf(useApi(), resource.name)
  const queries = useQueryClient()
  const problemMessage = useProblemMessage()
  const t = useWords('lists')
  const last = useRef(Promise.resolve())
  /** The tag of the order that this list has saved last. */
  const savedEtag = useRef<string | null>(null)
  const offset = (page - 1) * perPage

  const show = (order: readonly number[], etag: string | null) =>
    queries.setQueryData<Shown>(
      queryKey,
      (shown) => shown && { ...shown, ...rearranged(shown, order, offset), etag },
    )

  async function save(move: Move) {
    const shown = queries.getQueryData<Shown>(queryKey)
    if (!shown) return
    const { total, etag } = shown
    const onPage = shown.items.map(({ id }) => id)
    const isOnPage = move.length <= offset + onPage.length
    const before = isOnPage
      ? [...(offset > 0 ? await loadOrder(records, { count: offset, total, etag }) : []), ...onPage]
      : await loadOrder(records, { count: move.length, total, etag })
    const after = move.apply(before)
    const length = changedLength(before, after)
    const position = after.findIndex((id) => move.ids.has(id)) + 1
    if (length === 0) return announce(t('moved_nowhere', { position, total }))
    show(after, etag)
    const { etag: saved } = await records.reorder(after.slice(0, length), { etag })
    show(after, saved)
    savedEtag.current = saved
    const text = move.ids.size > 1 ? 'moved_many' : 'moved_to'
    const undo = () => enqueue(() => takeBack({ moved: move.ids, before, length, etag: saved }, total))
    showToast(t(text, { count: move.ids.size, position, total }), { undo })
    await refresh(before.length > offset + onPage.length)
  }

  /** Moves that followed stay: then only the records of this one go back to where they stood. */
  async function takeBack({ moved, before, length, etag }: SavedMove, total: number) {
    const isNewest = savedEtag.current === etag
    const present = isNewest
      ? null
      : await loadOrder(records, { count: total, total, etag: savedEtag.current })
    const order = present ? moveBack(present, { moved, before }) : before
    const changed = present ? changedLength(present, order) : length
    if (changed > 0) {
      const { etag: saved } = await records.reorder(order.slice(0, changed), { etag: savedEtag.current })
      show(order, saved)
      savedEtag.current = saved
    }
    showToast(t(present ? 'moved_back_alone' : 'moved_back'))
    await refresh(true)
  }

  /** Other pages show the old order; this one does if a record left it. */
  const refresh = (isThisPageAffected: boolean) =>
    queries.invalidateQueries({
      queryKey: ['records', resource.name],
      refetchType: isThisPageAffected ? 'active' : 'none',
    })

  function enqueue(action: () => Promise<void>) {
    last.current = last.current.then(() => action().catch(report))
  }

  async function report(error: unknown) {
    const isStale = error instanceof OrderChanged || (error instanceof ApiProblem && error.status === 412)
    showToast(isStale ? t('order_changed') : problemMessage(error).message, { tone: 'danger' })
    await queries.invalidateQueries({ queryKey: ['records', resource.name] })
  }

  return {
    moveTo: (id, position) =>
      enqueue(() => {
        const shown = queries.getQueryData<Shown>(queryKey)
        const from = offset + (shown?.items.findIndex((record) => record.id === id) ?? 0) + 1
        return save({
          ids: new Set([id]),
          length: Math.max(from, position),
          apply: (order) => moveToPosition(order, id, position),
        })
      }),
    moveBeside: (ids, target, side) =>
      enqueue(() =>
        save({ ids, length: 0, apply: (order) => moveBeside(order, { moved: ids, target, side }) }),
      ),
  }
}

/** The page's records in a new order, as far as they are known; those from other pages come with the next answer. */
function rearranged(shown: Shown, order: readonly number[], offset: number): Pick<Shown, 'items'> {
  const known = new Map(shown.items.map((record) => [record.id, record]))
  const items = order.slice(offset, offset + shown.items.length).flatMap((id) => known.get(id) ?? [])
  return { items }
}
