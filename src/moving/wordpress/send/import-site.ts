// Sends the records to the service: in batches, which keep their order, and without changing records that already exist.
import { RefusedError } from '../../service-client.ts'
import { bodiesOf, TEXT_RESOURCES, type TextRecord, type TextResource } from '../records/text-records.ts'
import type { ExistingRecord } from './frontage-client.ts'
import { importAuthors } from './import-authors.ts'
import { importGallery } from './import-gallery.ts'
import type { ImportedPost } from './import-images.ts'
import { importMenu } from './import-menu.ts'
import { importRedirects, keyOf, type Present } from './import-redirects.ts'
import { createReport, type ImportOptions, openResource, type Report } from './record-queue.ts'

/**
 * Returns the records of the file that show images and are on the site now. Throws ServiceError when the service cannot be
 * used any longer; what was created until then stays, and another run continues.
 */
export async function importSite(options: ImportOptions): Promise<ImportedPost[]> {
  const { articles, pages, mapped } = options.records
  const present: Present = new Set()
  await importSettings(options)
  const authors = await importAuthors(options)
  const categories = await importCategories(options, present)
  const imported = await importTexts(options, 'articles', { texts: articles, present }, (article) => {
    const author_id = authors.get(article.author)
    const category_id = categories.get(article.category ?? '') ?? null
    return { category_id, ...(author_id !== undefined && { author_id }) }
  })
  imported.push(...(await importTexts(options, 'pages', { texts: pages, present })))
  for (const [resource, texts] of Map.groupBy(mapped, ({ resource }) => resource))
    imported.push(...(await importTexts(options, resource, { texts, present })))
  imported.push(...(await importGallery(options)))
  await importMenu(options)
  await importRedirects(options, present)
  return imported
}

/** The name of the site and its tagline, unless the site has its own. */
async function importSettings({ client, records, onResult }: ImportOptions) {
  if (Object.keys(records.settings).length === 0) return
  const report = createReport({ onResult }, 'site-settings')
  const [existing] = await client.list('site-settings', ['id'])
  if (!existing) return
  const current = await client.read('site-settings', existing.id)
  const isDescribed = Object.keys(records.settings).some((name) => current[name])
  const name = records.settings.site_name ?? 'site settings'
  if (isDescribed) return report(name, 'already there')
  try {
    const target = { resource: 'site-settings', id: existing.id, version: current.version }
    await client.change(target, records.settings)
    report(name, 'created')
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    report(name, 'failed', error.reason)
  }
}

/** Returns the ids of all categories by slug. */
async function importCategories(options: ImportOptions, present: Present) {
  const kind = 'article-categories'
  const { existing, report, add, flush } = await openResource(options, kind, ['slug'])
  const ids = new Map(existing.map(({ slug = '', id }) => [slug, id]))
  for (const record of options.records.categories) {
    const { slug, title } = record
    if (ids.has(slug)) report(title, 'already there')
    else await add(record, title, (id) => ids.set(slug, id))
  }
  await flush()
  for (const slug of ids.keys()) present.add(keyOf({ kind, slug }))
  return ids
}

type Texts<Text> = { texts: readonly Text[]; present: Present }

/** `fieldsOf` returns the fields of a record that refer to records of the service. */
async function importTexts<Text extends TextRecord>(
  options: ImportOptions,
  kind: TextResource,
  { texts, present }: Texts<Text>,
  fieldsOf: (text: Text) => object = () => ({}),
): Promise<ImportedPost[]> {
  const { name: nameField, path } = TEXT_RESOURCES[kind]
  const fields = path === null ? [nameField] : [nameField, 'slug' as const]
  const { existing, report, add, flush } = await openResource(options, kind, fields)
  const bySlug = new Map(existing.map((item) => [item.slug ?? '', item]))
  // Records without a page have no slug; several may have the same name.
  const byName = Map.groupBy(existing, (item) => item[nameField]?.normalize())
  const imported: ImportedPost[] = []
  const ids = new Map<string, number>()
  const waiting = new Set<string>()
  for (const text of texts) {
    const { name, image, imageAltInEnglish, record, parent = null } = text
    const slug = String(record.slug ?? '')
    const onPresent = (id: number) => {
      ids.set(slug, id)
      imported.push({ kind, id, html: bodiesOf(text).join(''), image, imageAltInEnglish })
      present.add(keyOf({ kind, slug }))
    }
    const match = path === null ? byName.get(name.normalize())?.shift() : bySlug.get(slug)
    if (match) {
      if (reportExisting(report, { name, slug }, match)) onPresent(match.id)
      continue
    }
    if (parent !== null && waiting.has(parent)) {
      await flush()
      waiting.clear()
    }
    waiting.add(slug)
    const parent_id = parent === null ? undefined : ids.get(parent)
    await add(
      { ...record, ...fieldsOf(text), ...(parent_id !== undefined && { parent_id }) },
      name,
      onPresent,
    )
  }
  await flush()
  return imported
}

/** Whether the record with this slug is the same, from an earlier run, or another one that the site already had. */
function reportExisting(
  report: Report,
  { name, slug }: { name: string; slug: string },
  existing: ExistingRecord,
) {
  const isSame = slug === '' || existing.title?.normalize() === name.normalize()
  if (isSame) report(name, 'already there')
  else report(name, 'skipped', `the site already uses its slug, ${slug}, for “${existing.title}”`)
  return isSame
}
