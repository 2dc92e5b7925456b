// Sends the records to the service: in batches, which keep their order, and without changing records that already exist.
import { RefusedError } from '../../service-client.ts'
import { canonicalPath } from '../addresses/old-addresses.ts'
import type { GalleryRecord } from '../records/gallery-records.ts'
import {
  bodiesOf,
  TEXT_RESOURCES,
  type TextRecord,
  type TextResource,
  textsOf,
  translatedFrom,
} from '../records/text-records.ts'
import type { ExistingRecord } from './frontage-client.ts'
import type { ImportedPost } from './import-images.ts'
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
    const { name, image, furtherAlts, record, parent = null } = text
    const slug = String(record.slug ?? '')
    const onPresent = (id: number) => {
      ids.set(slug, id)
      imported.push({ kind, id, html: bodiesOf(text).join(''), image, furtherAlts })
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

/** Returns the ids of the accounts by login; accounts with the same address are used as they are. */
async function importAuthors({
  client,
  records,
  authors: isWanted,
  onResult,
}: ImportOptions): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  if (!isWanted || records.authors.length === 0) return ids
  const report = createReport({ onResult }, 'authors')
  const existing = new Map((await client.listAccounts()).map(({ email, id }) => [email.toLowerCase(), id]))
  for (const { login, name: displayName, email } of records.authors) {
    const name = displayName || login
    const id = existing.get(email.toLowerCase())
    if (id !== undefined) {
      ids.set(login, id)
      report(name, 'already there')
    } else if (email === '') {
      report(name, 'failed', 'the file contains no email address, which an account needs')
    } else {
      try {
        ids.set(login, await client.createDisabledAccount({ email, name }))
        report(name, 'created')
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        report(name, 'failed', error.reason)
      }
    }
  }
  return ids
}

const altsOf = (record: GalleryRecord) =>
  new Map([...textsOf(record, 'image_alt')].filter(([key]) => key !== 'primary'))

/** Returns the pictures that are on the site now. */
async function importGallery(options: ImportOptions): Promise<ImportedPost[]> {
  const { client, records } = options
  if (records.gallery.length === 0) return []
  const imported: ImportedPost[] = []
  const { existing, report, add, flush } = await openResource(options, 'gallery', ['image'])
  const byImage = new Map(existing.map(({ id, image }) => [image ?? '', id]))
  // An earlier run with --media left redirects to its copies.
  const redirects = await client.list('redirects', ['from_path', 'to_path'])
  const copies = new Map(redirects.map(({ from_path = '', to_path = '' }) => [from_path, to_path]))
  for (const { name, image, record } of records.gallery) {
    const furtherAlts = translatedFrom('image_alt', { inLanguages: altsOf(record) }, (alt) => alt)
    const onPresent = (id: number) =>
      void imported.push({ kind: 'gallery', id, html: '', image, furtherAlts })
    const match = byImage.get(image.url) ?? byImage.get(copies.get(pathOf(image.url)) ?? '')
    if (match === undefined) await add(record, name, onPresent)
    else {
      report(name, 'already there')
      onPresent(match)
    }
  }
  await flush()
  return imported
}

const pathOf = (url: string) => canonicalPath(URL.parse(url)?.pathname ?? '') ?? ''

async function importMenu(options: ImportOptions) {
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
