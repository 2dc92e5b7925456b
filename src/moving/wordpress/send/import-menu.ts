// Creates the items of the menus, parents first.
import type { ExistingRecord } from './frontage-client.ts'
import { type ImportOptions, openResource } from './record-queue.ts'

export async function importMenu(options: ImportOptions) {
  const fields = ['label', 'url', 'parent_id', 'location'] as const
  const { existing, report, add, flush } = await openResource(options, 'menu', fields)
  // Several siblings may be equal: each existing item matches one item of the file.
  const byKey = Map.groupBy(existing, (item) => menuKey(item))
  /** Undefined while an item waits in the queue. */
  const ids: (number | null | undefined)[] = []
  for (const [index, { parent, record }] of options.records.menu.entries()) {
    if (parent !== null && ids[parent] === undefined) {
      await flush()
      ids[parent] ??= null
    }
    const parent_id = parent === null ? null : ids[parent]!
    const match = byKey.get(menuKey({ ...record, parent_id }))?.shift()
    if (match) {
      ids[index] = match.id
      report(record.label, 'already there')
    } else if (parent !== null && parent_id === null) {
      ids[index] = null
      report(record.label, 'skipped', 'its parent failed')
    } else {
      ids[index] = undefined
      await add({ ...record, parent_id }, record.label, (id) => {
        ids[index] = id
      })
    }
  }
  await flush()
}

function menuKey({ label = '', url = '', parent_id = null, location = '' }: Partial<ExistingRecord>) {
  return JSON.stringify([parent_id, location, label.normalize(), url.trim()])
}
