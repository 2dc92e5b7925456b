// The body of a public list: the records as they are kept, or some of their fields.
import { AppError } from '../../text/errors.ts'
import { assertPaged, type Paging, pageOf } from '../../text/paging.ts'
import type { Resource } from '../definition/define-resource.ts'
import { mediaUrlsIn } from '../images/media-url.ts'
import type { SnapshotView } from './snapshot.ts'
import { needTexts, type SnapshotEntry } from './snapshot-entry.ts'
import { joinJson } from './snapshot-member.ts'

/** The records that are listed whole with `fields`: those of a longer list are read and written one by one. */
const MAX_CHOSEN = 1_000

type Choice = {
  paging: Paging | null
  /** Names of public fields; null for all but long texts. */
  fields: readonly string[] | null
}

/** The envelope with this page of the entries. Throws 422 `paging_required` where the whole list would be too long. */
export function publicList(
  view: SnapshotView,
  { resource, entries }: { resource: Resource; entries: readonly SnapshotEntry[] },
  { paging, fields }: Choice,
) {
  assertPaged(entries.length, paging)
  const hasLong = fields?.some((name) => resource.longFields.includes(name)) ?? false
  if (!paging && fields && (hasLong || entries.length > MAX_CHOSEN))
    throw new AppError('paging_required', 'Lists of chosen fields that are long need page and per_page.')
  const page = needTexts(
    paging ? entries.slice((paging.page - 1) * paging.perPage, paging.page * paging.perPage) : entries,
  )
  const items = page.map((entry) => {
    if (!fields) return { json: entry.summary, mediaUrls: entry.mediaUrls.summary }
    const json = chosen(hasLong ? entry.fragment : entry.summary, fields)
    return { json: Buffer.from(json), mediaUrls: mediaUrlsIn(json) }
  })
  const { items: _, ...envelope } = pageOf([], entries.length, paging)
  const images = view.imagesJson(new Set(items.flatMap(({ mediaUrls }) => mediaUrls)))
  return joinJson(
    '{"items":[',
    items.map(({ json }) => json),
    `],${JSON.stringify(envelope).slice(1, -1)},"images":${images}}`,
  )
}

/** The record with only these fields, in their order; `id` always. */
function chosen(json: Uint8Array, fields: readonly string[]): string {
  const record: Record<string, unknown> = JSON.parse(Buffer.from(json).toString())
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || fields.includes(name))),
  )
}
