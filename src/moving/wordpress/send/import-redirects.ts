// Creates the redirects from the old addresses to the records that are on the site now.
import type { ImportOptions } from '../import-site.ts'
import { keyOf, type Present } from '../records/present-records.ts'
import { createRecordQueue, createReport } from './record-queue.ts'

export async function importRedirects({ client, records, onResult }: ImportOptions, present: Present) {
  if (records.redirects.length === 0) return
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'redirects', report)
  const existing = new Map(
    (await client.list('redirects', ['from_path', 'to_path'])).map(({ from_path, to_path }) => [
      from_path,
      to_path,
    ]),
  )
  for (const { needs, record } of records.redirects) {
    const { from_path: from, to_path: to } = record
    const target = existing.get(from)
    if (needs && !present.has(keyOf(needs)))
      report('redirects', from, 'skipped', 'its new page was not imported')
    else if (target === undefined) await queue.add(record, () => {}, from)
    else if (target === to) report('redirects', from, 'already there')
    else report('redirects', from, 'skipped', `the site already redirects it elsewhere`)
  }
  await queue.flush()
}
