// Creates the records in batches, which keep their order, and does not change records that already exist.
import type { Client, ExistingRecord } from './frontage-client.ts'
import type { ImportedPost } from './import-images.ts'
import { createRecordQueue, createReport, type Report } from './record-queue.ts'
import type { SiteRecords } from './to-records.ts'

export type Outcome = 'created' | 'already there' | 'skipped' | 'failed'
export type Result = { kind: string; name: string; outcome: Outcome; reason: string | null; count: number }

type Options = {
  client: Client
  records: SiteRecords
  /** Called once for each record, as soon as its outcome is known. */
  onResult: (result: Result) => void
}

/**
 * Returns the articles and pages of the file that are on the site now. Throws ServiceError when the service cannot be
 * used any longer; what was created until then stays, and another run continues.
 */
export async function importSite(options: Options): Promise<ImportedPost[]> {
  const categories = await importCategories(options)
  const articles = await importArticles(options, categories)
  const pages = await importPages(options)
  await importMenu(options)
  return [...articles, ...pages]
}

async function importCategories({ client, records, onResult }: Options) {
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'article-categories', report)
  const categories = bySlug(await client.list('article-categories', ['slug']))
  for (const record of records.categories) {
    if (categories.has(record.slug)) report('article-categories', record.title, 'already there')
    else await queue.add(record, (id) => categories.set(record.slug, { id }))
  }
  await queue.flush()
  return categories
}

type RecordsBySlug = ReturnType<typeof bySlug>

async function importArticles({ client, records, onResult }: Options, categories: RecordsBySlug) {
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'articles', report)
  const existing = bySlug(await client.list('articles', ['slug', 'title']))
  for (const { category, image, record } of records.articles) {
    const add = (id: number) => imported.push({ kind: 'articles', id, html: record.content, image })
    const match = existing.get(record.slug)
    if (match) {
      if (reportExisting(report, { kind: 'articles', record, existing: match })) add(match.id)
    } else {
      const category_id = category === null ? null : (categories.get(category)?.id ?? null)
      await queue.add({ ...record, category_id }, add)
    }
  }
  await queue.flush()
  return imported
}

async function importPages({ client, records, onResult }: Options) {
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'pages', report)
  const existing = bySlug(await client.list('pages', ['slug', 'title']))
  for (const record of records.pages) {
    const add = (id: number) => imported.push({ kind: 'pages', id, html: record.body, image: null })
    const match = existing.get(record.slug)
    if (match) {
      if (reportExisting(report, { kind: 'pages', record, existing: match })) add(match.id)
    } else await queue.add(record, add)
  }
  await queue.flush()
  return imported
}

async function importMenu({ client, records, onResult }: Options) {
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

type SlugMatch = {
  kind: string
  record: { title: string; slug: string }
  existing: Partial<ExistingRecord>
}

/** Whether the record with this slug is the same, from an earlier run, or another one that the site already had. */
function reportExisting(report: Report, { kind, record, existing }: SlugMatch): boolean {
  const isSame = existing.title?.normalize() === record.title.normalize()
  if (isSame) report(kind, record.title, 'already there')
  else
    report(
      kind,
      record.title,
      'skipped',
      `the site already uses its slug, ${record.slug}, for “${existing.title}”`,
    )
  return isSame
}

const bySlug = (items: ExistingRecord[]) =>
  new Map<string, Partial<ExistingRecord> & { id: number }>(items.map((item) => [item.slug ?? '', item]))

function menuKey({ label = '', url = '', parent_id = null, location = '' }: Partial<ExistingRecord>) {
  return JSON.stringify([parent_id, location, label.normalize(), url.trim()])
}
