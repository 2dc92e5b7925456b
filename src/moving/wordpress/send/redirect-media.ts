// Redirects from the old addresses of stored files to their new ones, for search engines and other sites that link to them.

import { canonicalPath } from '../addresses/old-addresses.ts'
import { whyImpossible } from '../addresses/redirect-records.ts'
import type { Result } from '../import-site.ts'
import type { Client } from './frontage-client.ts'
import { createRecordQueue, createReport } from './record-queue.ts'

type Options = {
  client: Client
  /** New URLs by addresses on the old site. */
  stored: ReadonlyMap<string, string>
  /** Those of earlier runs, whose files may be gone. */
  remembered: ReadonlyMap<string, string>
  onResult: (result: Result) => void
}

/** Leaves existing redirects as they are. Throws ServiceError when the service cannot be used any longer. */
export async function redirectMedia({ client, stored, remembered, onResult }: Options): Promise<void> {
  if (stored.size === 0 && remembered.size === 0) return
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'redirects', report)
  const existing = new Set((await client.list('redirects', ['from_path'])).map(({ from_path }) => from_path))
  for (const [url, to_path] of [...stored, ...remembered]) {
    const from_path = canonicalPath(URL.parse(url)?.pathname ?? '')
    if (!from_path || existing.has(from_path)) continue
    if (!stored.has(url) && !(await client.hasMedia(to_path))) continue
    existing.add(from_path)
    const reason = whyImpossible(from_path)
    if (reason !== null) report('redirects', from_path, 'skipped', reason)
    else await queue.add({ from_path, to_path, status_code: 301 }, () => {}, from_path)
  }
  await queue.flush()
}
