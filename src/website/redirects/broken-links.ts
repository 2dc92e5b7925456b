// The records of the site with links that lead nowhere, drafts included.
import { asc, getTableColumns, sql } from 'drizzle-orm'
import { labelColumns, labelsOf, type RecordLabels } from '../../content/definition/record-label.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { Tx } from '../../platform/db/database.ts'
import { unescapeHtml } from '../../text/html.ts'
import type { Website } from '../view/existing-paths.ts'
import type { Language } from '../view/language.ts'
import { findBrokenLinks } from './check-links.ts'

export type RecordWithBrokenLinks = RecordLabels & { resource: string; id: number; links: string[] }

const MAX_RECORDS = 200

type Site = {
  /** Must hold the resources of `followedResources`. */
  view: SnapshotView
  website: Website
  language: Language
  /** Whether the caller may read a resource. */
  reaches: (resource: string) => boolean
}

/** At most 200 records with the links of their texts and link fields that `findBrokenLinks` finds. */
export async function recordsWithBrokenLinks(
  tx: Tx,
  { view, website, language, reaches }: Site,
): Promise<RecordWithBrokenLinks[]> {
  const known = new Map<string, boolean>()
  const isBroken = (link: string) =>
    known.getOrInsertComputed(link, () => findBrokenLinks(view, [link], { website, language }).length > 0)
  const found: RecordWithBrokenLinks[] = []
  for (const resource of resources) {
    const columns = getTableColumns(resource.table)
    const ofKind = (kind: string) =>
      [...resource.fieldKinds].filter(([, other]) => other === kind).map(([name]) => columns[name]!)
    const [texts, links] = [ofKind('rich'), ofKind('link')]
    if (texts.length + links.length === 0 || !reaches(resource.name)) continue
    const named = Object.fromEntries(labelColumns(resource).map((name) => [name, columns[name]!]))
    // The database takes the links out of the texts, so that these do not have to travel.
    const hrefs = sql<string[]>`array(
      select distinct link[1] from regexp_matches(concat_ws(' ', ${sql.join([sql`''`, ...texts], sql`, `)}),
        ' href="((?:/|https?:)[^"]*)"', 'g') as link order by 1)`
    const rows = await tx
      .select({
        id: resource.table.id,
        hrefs,
        urls: sql<(string | null)[]>`array[${sql.join([sql`null::text`, ...links], sql`, `)}]`,
        named,
      })
      .from(resource.table)
      .orderBy(asc(resource.table.id))
    for (const row of rows) {
      const all = [...row.hrefs.map((href) => unescapeHtml(href)), ...row.urls]
      const broken = all.filter((link): link is string => link !== null && isBroken(link))
      if (broken.length === 0) continue
      const id = Number(row.id)
      const labels = labelsOf(resource, { ...row.named, id })
      found.push({ resource: resource.name, id, ...labels, links: [...new Set(broken)] })
      if (found.length === MAX_RECORDS) return found
    }
  }
  return found
}
