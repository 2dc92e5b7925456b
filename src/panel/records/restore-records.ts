import type { ContentClient, RestoredRecord, TrashEntry } from '../../client/index.ts'

const PER_PAGE = 100
const MAX_PAGES = 10

/**
 * Takes records that were just deleted out of the trash again, one after the other. `ids` are those of the records. Throws
 * the `ApiProblem` of the first one that cannot be restored.
 */
export async function restoreRecords(
  { admin }: ContentClient,
  resource: string,
  ids: readonly number[],
): Promise<RestoredRecord[]> {
  const wanted = new Set(ids)
  const entries: TrashEntry[] = []
  // The last deleted come first.
  for (let page = 1; page <= MAX_PAGES && entries.length < wanted.size; page++) {
    const { items } = await admin.trash.list({ resource, page, per_page: PER_PAGE })
    entries.push(...items.filter(({ record_id }) => wanted.has(record_id)))
    if (items.length < PER_PAGE) break
  }
  const restored: RestoredRecord[] = []
  for (const { id } of entries) restored.push(await admin.trash.restore(id))
  return restored
}
