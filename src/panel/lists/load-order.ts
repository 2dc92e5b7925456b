import type { List, ResourceDescription } from '../../client/index.ts'
import type { RecordApi } from '../app/api/record-api.ts'
import type { ListedRecord } from '../records/record-names.ts'

/** The order is another one than the list on the screen shows. */
export class OrderChanged extends Error {
  override readonly name = 'OrderChanged'
}

const PER_REQUEST = 100
const MAX_PAGED = 400
/** The API answers longer lists only in pages. */
const MAX_WHOLE = 10_000
const AT_ONCE = 4

type Wanted = { count: number; total: number; etag: string | null }

/** The ids of the first `count` records of an ordered resource. Throws `OrderChanged` if `etag` is not its order any more. */
export async function loadOrder(records: RecordApi, { count, total, etag }: Wanted): Promise<number[]> {
  const isWhole = count > MAX_PAGED && total <= MAX_WHOLE
  const pages = isWhole
    ? [await records.list({ fields: 'id' })]
    : await loadPages(records, Math.ceil(count / PER_REQUEST))
  if (pages.some((page) => page.etag !== etag)) throw new OrderChanged()
  return pages.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, count)
}

async function loadPages(records: RecordApi, count: number): Promise<List<ListedRecord>[]> {
  const loaded: List<ListedRecord>[] = []
  for (let first = 1; first <= count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - first + 1) }, (_, index) => first + index)
    const load = (page: number) => records.list({ page, per_page: PER_REQUEST, fields: 'id' })
    loaded.push(...(await Promise.all(numbers.map(load))))
  }
  return loaded
}

export const isReorderable = ({ ordered, actions }: ResourceDescription) =>
  ordered && actions.includes('reorder')
