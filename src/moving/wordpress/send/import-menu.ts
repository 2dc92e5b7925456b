// Creates the items of the menus, parents first.

import type { ImportOptions } from '../import-site.ts'
import type { ExistingRecord } from './frontage-client.ts'
import { createRecordQueue, createReport } from './record-queue.ts'

export async function importMenu({ client, records, onResult }: ImportOptions) {
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'menu', report)
  // Several siblings may be equal: each existing item matches one item of the file.
  const fields = ['label', 'url', 'parent_id', 'location'] as const
  const existing = Map.groupBy(await client.list('menu', fields), (item) => menuKey(item))
  /** Undefined while an item waits in the queue. */
  const ids: (number | null | undefined)[] = []
  for (const [index, { parent, record }] of records.menu.entries()) {
    if (parent !== null && ids[parent] === undefined) {
      await queue.flush()
      ids[parent] ??= null
    }
    const parent_id = parent === null ? null : ids[parent]!
    const match = existing.get(menuKey({ ...record, parent_id }))?.shift()
    if (match) {
      ids[index] = match.id
      report('menu', record.label, 'already there')
    } else if (parent !== null && parent_id === null) {
      ids[index] = null
      report('menu', record.label, 'skipped', 'its parent failed')
    } else {
      ids[index] = undefined
      await queue.add({ ...record, parent_id }, (id) => {
        ids[index] = id
      })
    }
  }
  await queue.flush()
}

function menuKey({ label = '', url = '', parent_id = null, location = '' }: Partial<ExistingRecord>) {
  return JSON.stringify([parent_id, location, label.normalize(), url.trim()])
}
