// Sends the records one after another, so that lists keep their order, and leaves alone what is there already.
import { type Client, type Existing, Refused } from './frontage-client.ts'
import type { Holder } from './import-images.ts'
import type { SiteRecords } from './to-records.ts'

export type Outcome = 'created' | 'already there' | 'skipped' | 'failed'
export type Result = { kind: string; name: string; outcome: Outcome; reason: string | null; count: number }

type Options = {
  client: Client
  records: SiteRecords
  /** Called once for each record, as soon as its fate is known. */
  onResult: (result: Result) => void
}

/**
 * The articles and pages of the file that the site has now. Throws ServiceError when the service cannot be used any
 * longer; what came before stays, and a new run goes on.
 */
export async function importSite({ client, records, onResult }: Options): Promise<Holder[]> {
  const holders: Holder[] = []
  const { create, report } = reporting(client, onResult)

  const categories = bySlug(await client.list('article-categories'))
  for (const record of records.categories) {
    const there = categories.get(record.slug)
    if (there) report('article-categories', record.title, 'already there')
    else await create('article-categories', record, (id) => categories.set(record.slug, { id }))
  }

  const articles = bySlug(await client.list('articles'))
  for (const { category, image, record } of records.articles) {
    const hold = (id: number) => holders.push({ kind: 'articles', id, html: record.content, image })
    const there = articles.get(record.slug)
    if (there) {
      if (reportTaken(report, { kind: 'articles', record, there })) hold(there.id)
    } else {
      const category_id = category === null ? null : (categories.get(category)?.id ?? null)
      await create('articles', { ...record, category_id }, hold)
    }
  }

  const pages = bySlug(await client.list('pages'))
  for (const record of records.pages) {
    const hold = (id: number) => holders.push({ kind: 'pages', id, html: record.body, image: null })
    const there = pages.get(record.slug)
    if (there) {
      if (reportTaken(report, { kind: 'pages', record, there })) hold(there.id)
    } else await create('pages', record, hold)
  }

  await importMenu({ client, records, onResult })
  return holders
}

async function importMenu({ client, records, onResult }: Options) {
  const { create, report } = reporting(client, onResult)
  // A list for each: two siblings may be alike, and each stands for one in the file.
  const there = Map.groupBy(await client.list('menu'), (item) => menuKey(item))
  const ids: (number | null)[] = []
  for (const { parent, record } of records.menu) {
    const parent_id = parent === null ? null : ids[parent]!
    const match = there.get(menuKey({ ...record, parent_id }))?.shift()
    let id = match?.id ?? null
    if (match) report('menu', record.label, 'already there')
    else if (parent !== null && parent_id === null)
      report('menu', record.label, 'skipped', 'its parent failed')
    else {
      await create('menu', { ...record, parent_id }, (made) => {
        id = made
      })
    }
    ids.push(id)
  }
}

type Report = (kind: string, name: string, outcome: Outcome, reason?: string) => void
type Named = ({ title: string } | { label: string }) & Record<string, unknown>

function reporting(client: Client, onResult: Options['onResult']) {
  const report: Report = (kind, name, outcome, reason) =>
    onResult({ kind, name, outcome, reason: reason ?? null, count: 1 })
  const create = async (kind: string, record: Named, onCreated?: (id: number) => void) => {
    const name = String('title' in record ? record.title : record.label)
    try {
      const id = await client.create(kind, record)
      onCreated?.(id)
      report(kind, name, 'created')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      report(kind, name, 'failed', error.message)
    }
  }
  return { create, report }
}

type Taken = { kind: string; record: { title: string; slug: string }; there: Partial<Existing> }

/** Whether the slug leads to the same record of an earlier run, or to another that the site had before. */
function reportTaken(report: Report, { kind, record, there }: Taken): boolean {
  const isSame = there.title?.normalize() === record.title.normalize()
  if (isSame) report(kind, record.title, 'already there')
  else report(kind, record.title, 'skipped', `“${there.title}” on the site has its slug, ${record.slug}`)
  return isSame
}

const bySlug = (items: Existing[]) =>
  new Map<string, Partial<Existing> & { id: number }>(items.map((item) => [item.slug ?? '', item]))

function menuKey({ label = '', url = '', parent_id = null, location = '' }: Partial<Existing>) {
  return JSON.stringify([parent_id, location, label.normalize(), url.trim()])
}
