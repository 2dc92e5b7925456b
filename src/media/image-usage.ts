// Finds the records that show an image, in every URL and rich-text field of every resource.
import { asc, getTableColumns, or, sql } from 'drizzle-orm'
import type { Resource } from '../content/definition/define-resource.ts'
import { readRow } from '../content/definition/find-record.ts'
import { labelColumns, labelsOf, type RecordLabels } from '../content/definition/record-label.ts'
import type { WorkingCopy } from '../content/history/working-copy.ts'
import { pathFromUrl } from '../content/images/media-url.ts'
import { findResource, resources } from '../content/resources/resource-registry.ts'
import type { Tx } from '../platform/db/database.ts'
import { containsPattern } from '../platform/db/like-pattern.ts'
import { workingCopies } from '../platform/db/schema/working-copies.ts'
import { mediaUrl } from './media-rows.ts'

/** `draft`: only the working copy of the record shows it. */
export type ImageUsage = RecordLabels & { resource: string; id: number; fields: string[]; draft: boolean }

/** The records that show the image with this path, drafts and working copies included. */
export async function findUsages(tx: Tx, path: string): Promise<ImageUsage[]> {
  const patterns = spellings(mediaUrl(path)).map(containsPattern)
  const usages: ImageUsage[] = []
  for (const resource of resources) {
    const columns = getTableColumns(resource.table)
    const names = [...resource.fieldKinds].filter(([, kind]) => kind !== 'instant').map(([name]) => name)
    if (names.length === 0) continue
    const matches = Object.fromEntries(
      names.map((name) => [
        name,
        sql<boolean>`coalesce(${or(...patterns.map((pattern) => sql`${columns[name]!} ilike ${pattern}`))}, false)`,
      ]),
    )
    const named = Object.fromEntries(labelColumns(resource).map((name) => [name, columns[name]!]))
    const rows = await tx
      .select({ id: resource.table.id, matches, named })
      .from(resource.table)
      .where(or(...Object.values(matches)))
      .orderBy(asc(resource.table.id))
    for (const row of rows) {
      const fields = names.filter((name) => row.matches[name])
      const id = Number(row.id)
      usages.push({
        resource: resource.name,
        id,
        ...labelsOf(resource, { ...row.named, id }),
        fields,
        draft: false,
      })
    }
  }
  return withCopies(usages, await copiesShowing(tx, path))
}

/** Each record once, with the fields of both. */
function withCopies(usages: ImageUsage[], copies: readonly CopyUsage[]): ImageUsage[] {
  for (const { resource, copy, fields } of copies) {
    const { record_id: id, state } = copy
    const live = usages.find((usage) => usage.resource === resource.name && usage.id === id)
    if (live) live.fields = [...new Set([...live.fields, ...fields])]
    else
      usages.push({
        resource: resource.name,
        id,
        ...labelsOf(resource, { ...state, id }),
        fields,
        draft: true,
      })
  }
  return usages
}

type CopyUsage = { resource: Resource; copy: WorkingCopy; fields: string[] }

/** The working copies that show the image with this path, of records that exist. */
export async function copiesShowing(tx: Tx, path: string): Promise<CopyUsage[]> {
  const urls = spellings(mediaUrl(path))
  const copies = await tx
    .select()
    .from(workingCopies)
    .where(or(...urls.map((url) => sql`${workingCopies.state}::text ilike ${containsPattern(url)}`)))
    .orderBy(asc(workingCopies.id))
  const usages: CopyUsage[] = []
  for (const copy of copies) {
    const resource = findResource(copy.resource)
    if (!resource || !(await readRow(tx, resource, String(copy.record_id)))) continue
    const fields = Object.entries(copy.state).filter(([, value]) => {
      const text = JSON.stringify(value).toLowerCase()
      return urls.some((url) => text.includes(url.toLowerCase()))
    })
    usages.push({ resource, copy, fields: fields.map(([name]) => name) })
  }
  return usages
}

/** The paths of all media that records show, drafts and working copies included. */
export async function usedPaths(tx: Tx): Promise<string[]> {
  const paths = new Set<string>()
  for (const resource of resources) {
    const columns = getTableColumns(resource.table)
    for (const [name, kind] of resource.fieldKinds) {
      if (kind === 'instant') continue
      const url = sql<string>`(regexp_matches(${columns[name]!}, '/media/[^"''<>?#&[:space:]]+', 'g'))[1]`
      const rows = await tx.selectDistinct({ url }).from(resource.table)
      for (const row of rows) {
        const path = pathFromUrl(row.url)
        if (path !== null) paths.add(path)
      }
    }
  }
  const url = sql<string>`(regexp_matches(${workingCopies.state}::text, '/media/[^"''<>?#&[:space:]\\\\]+', 'g'))[1]`
  for (const row of await tx.selectDistinct({ url }).from(workingCopies)) {
    const path = pathFromUrl(row.url)
    if (path !== null) paths.add(path)
  }
  return [...paths]
}

/** A text with the URL of one image in place of another's; in rich text, the size in the tag follows. */
export function replaceImage(
  text: string,
  from: string,
  to: { path: string; width: number; height: number },
): string {
  const urls = spellings(mediaUrl(from)).map((url) => url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const url = new RegExp(`(?:${urls.join('|')})(?=["'<>?#&\\s]|$)`, 'gi')
  const withSize = text.replace(/<img [^>]*>/g, (tag) =>
    tag.search(url) === -1
      ? tag
      : tag.replace(/ (width|height)="[^"]*"/g, (_, name: 'width' | 'height') => ` ${name}="${to[name]}"`),
  )
  return withSize.replace(url, () => mediaUrl(to.path))
}

// Raw and percent-encoded. `ilike` covers both cases of the hexadecimal digits.
const spellings = (url: string) => [...new Set([url, encodeURI(url)])]
