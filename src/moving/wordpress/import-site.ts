// Creates the records in batches, which keep their order, and does not change records that already exist.
import type { ArticleToImport } from './records/article-records.ts'
import { MAPPED_RESOURCES, type MappedRecord, type MappedResource } from './records/custom-types.ts'
import { keyOf, type Present } from './records/present-records.ts'
import type { Client, ExistingRecord } from './send/frontage-client.ts'
import { importAuthors } from './send/import-authors.ts'
import { importGallery } from './send/import-gallery.ts'
import type { ImportedPost } from './send/import-images.ts'
import { importMenu } from './send/import-menu.ts'
import { importRedirects } from './send/import-redirects.ts'
import { importSettings } from './send/import-settings.ts'
import { createRecordQueue, createReport, type Report } from './send/record-queue.ts'
import type { SiteRecords } from './to-records.ts'

export type Outcome = 'created' | 'already there' | 'skipped' | 'failed'
export type Result = { kind: string; name: string; outcome: Outcome; reason: string | null; count: number }

export type ImportOptions = {
  client: Client
  records: SiteRecords
  /** Whether accounts are made for the authors. */
  authors: boolean
  /** Called once for each record, as soon as its outcome is known. */
  onResult: (result: Result) => void
}

/**
 * Returns the records of the file that show images and are on the site now. Throws ServiceError when the service cannot be
 * used any longer; what was created until then stays, and another run continues.
 */
export async function importSite(options: ImportOptions): Promise<ImportedPost[]> {
  const present: Present = new Set()
  await importSettings(options)
  const authors = await importAuthors(options)
  const categories = await importCategories(options, present)
  const articles = await importArticles(options, { categories, authors, present })
  const pages = await importPages(options, present)
  const mapped = await importMapped(options, present)
  const gallery = await importGallery(options)
  await importMenu(options)
  await importRedirects(options, present)
  return [...articles, ...pages, ...mapped, ...gallery]
}

async function importCategories({ client, records, onResult }: ImportOptions, present: Present) {
  const kind = 'article-categories'
  const report = createReport(onResult)
  const queue = createRecordQueue(client, kind, report)
  const categories = bySlug(await client.list(kind, ['slug']))
  for (const record of records.categories) {
    if (categories.has(record.slug)) report(kind, record.title, 'already there')
    else await queue.add(record, (id) => categories.set(record.slug, { id }))
  }
  await queue.flush()
  for (const slug of categories.keys()) present.add(keyOf({ kind, slug }))
  return categories
}

type RecordsBySlug = ReturnType<typeof bySlug>
type Known = { categories: RecordsBySlug; authors: ReadonlyMap<string, number>; present: Present }

async function importArticles(
  { client, records, onResult }: ImportOptions,
  { categories, authors, present }: Known,
) {
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'articles', report)
  const existing = bySlug(await client.list('articles', ['slug', 'title']))
  for (const article of records.articles) {
    const { category, author, record } = article
    const add = (id: number) => {
      imported.push({ kind: 'articles', id, ...imagesOf(article) })
      present.add(keyOf({ kind: 'articles', slug: record.slug }))
    }
    const match = existing.get(record.slug)
    if (match) {
      if (reportExisting(report, { kind: 'articles', record, existing: match })) add(match.id)
    } else {
      const category_id = category === null ? null : (categories.get(category)?.id ?? null)
      const author_id = authors.get(author)
      await queue.add({ ...record, category_id, ...(author_id !== undefined && { author_id }) }, add)
    }
  }
  await queue.flush()
  return imported
}

const imagesOf = ({ image, imageAltInEnglish, record }: ArticleToImport) => ({
  html: (record.content ?? '') + (record.content_en ?? ''),
  image,
  imageAltInEnglish,
})

async function importPages({ client, records, onResult }: ImportOptions, present: Present) {
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, 'pages', report)
  const existing = bySlug(await client.list('pages', ['slug', 'title']))
  const ids = new Map<string, number>()
  const waiting = new Set<string>()
  for (const { parent, record } of records.pages) {
    const add = (id: number) => {
      ids.set(record.slug, id)
      const html = (record.body ?? '') + (record.body_en ?? '')
      imported.push({ kind: 'pages', id, html, image: null, imageAltInEnglish: null })
      present.add(keyOf({ kind: 'pages', slug: record.slug }))
    }
    const match = existing.get(record.slug)
    if (match) {
      if (reportExisting(report, { kind: 'pages', record, existing: match })) add(match.id)
      continue
    }
    if (parent !== null && waiting.has(parent)) {
      await queue.flush()
      waiting.clear()
    }
    waiting.add(record.slug)
    const parent_id = parent === null ? undefined : ids.get(parent)
    await queue.add({ ...record, ...(parent_id !== undefined && { parent_id }) }, add)
  }
  await queue.flush()
  return imported
}

async function importMapped(options: ImportOptions, present: Present): Promise<ImportedPost[]> {
  const imported: ImportedPost[] = []
  const byResource = Map.groupBy(options.records.mapped, ({ resource }) => resource)
  for (const [resource, records] of byResource)
    imported.push(...(await importResource(options, { resource, records, present })))
  return imported
}

type OfResource = { resource: MappedResource; records: MappedRecord[]; present: Present }

async function importResource(
  { client, onResult }: ImportOptions,
  { resource, records, present }: OfResource,
): Promise<ImportedPost[]> {
  const imported: ImportedPost[] = []
  const report = createReport(onResult)
  const queue = createRecordQueue(client, resource, report)
  const { name: nameField, path, body } = MAPPED_RESOURCES[resource]
  const existing = await client.list(resource, path === null ? [nameField] : [nameField, 'slug'])
  // Records without a page have no slug; several may have the same name.
  const byName = Map.groupBy(existing, (record) => record[nameField]?.normalize())
  const bySlugs = bySlug(existing)
  for (const { name, image, record } of records) {
    const slug = String(record.slug ?? '')
    const add = (id: number) => {
      const html = body === null ? '' : `${record[body] ?? ''}${record[`${body}_en`] ?? ''}`
      imported.push({ kind: resource, id, html, image, imageAltInEnglish: null })
      present.add(keyOf({ kind: resource, slug }))
    }
    const match = path === null ? byName.get(name.normalize())?.shift() : bySlugs.get(slug)
    if (!match) await queue.add(record, add, name)
    else if (path === null) {
      report(resource, name, 'already there')
      add(match.id)
    } else if (reportExisting(report, { kind: resource, record: { title: name, slug }, existing: match }))
      add(match.id)
  }
  await queue.flush()
  return imported
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
