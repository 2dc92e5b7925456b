// Creates the redirects from old addresses to the records and files that are on the site now. Existing ones stay as they are.
import { canonicalPath } from '../addresses/old-addresses.ts'
import { whyImpossible } from '../addresses/redirect-records.ts'
import { type ImportOptions, openResource } from './record-queue.ts'

/** The records that are on the site now, as `kind/slug`. */
export type Present = Set<string>

export const keyOf = ({ kind, slug }: { kind: string; slug: string }) => `${kind}/${slug}`

export async function importRedirects(options: ImportOptions, present: Present) {
  const { redirects } = options.records
  if (redirects.length === 0) return
  const { existing, report, add, flush } = await openResource(options, 'redirects', ['from_path', 'to_path'])
  const targets = new Map(existing.map(({ from_path, to_path }) => [from_path, to_path]))
  for (const { needs, record } of redirects) {
    const { from_path: from, to_path: to } = record
    const target = targets.get(from)
    if (needs && !present.has(keyOf(needs))) report(from, 'skipped', 'its new page was not imported')
    else if (target === undefined) await add(record, from)
    else if (target === to) report(from, 'already there')
    else report(from, 'skipped', `the site already redirects it elsewhere`)
  }
  await flush()
}

type MediaOptions = Pick<ImportOptions, 'client' | 'onResult'> & {
  /** New URLs by addresses on the old site. */
  stored: ReadonlyMap<string, string>
  /** The same of earlier runs, whose files may be gone. */
  remembered: ReadonlyMap<string, string>
}

/** Creates redirects from the old addresses of stored files, for search engines and sites that link to them. */
export async function redirectMedia({ stored, remembered, ...options }: MediaOptions): Promise<void> {
  if (stored.size === 0 && remembered.size === 0) return
  const { existing, report, add, flush } = await openResource(options, 'redirects', ['from_path'])
  const known = new Set(existing.map(({ from_path }) => from_path))
  for (const [url, to_path] of [...stored, ...remembered]) {
    const from_path = canonicalPath(URL.parse(url)?.pathname ?? '')
    if (!from_path || known.has(from_path)) continue
    if (!stored.has(url) && !(await options.client.hasMedia(to_path))) continue
    known.add(from_path)
    const reason = whyImpossible(from_path)
    if (reason !== null) report(from_path, 'skipped', reason)
    else await add({ from_path, to_path, status_code: 301 }, from_path)
  }
  await flush()
}
