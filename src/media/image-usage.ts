// Finds the records that show an image, in every URL and rich-text field of every resource.
import { asc, getTableColumns, or, sql } from 'drizzle-orm'
import { resources } from '../content/resource-registry.ts'
import type { Tx } from '../db/database.ts'
import { containsPattern } from '../db/like-pattern.ts'
import { mediaUrl } from './media-rows.ts'

export type ImageUsage = { resource: string; id: number; fields: string[] }

/** The records that show the image with this path, drafts included. */
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
    const rows = await tx
      .select({ id: resource.table.id, matches })
      .from(resource.table)
      .where(or(...Object.values(matches)))
      .orderBy(asc(resource.table.id))
    for (const row of rows) {
      const fields = names.filter((name) => row.matches[name])
      usages.push({ resource: resource.name, id: Number(row.id), fields })
    }
  }
  return usages
}

// Raw and percent-encoded. `ilike` covers both cases of the hexadecimal digits.
const spellings = (url: string) => [...new Set([url, encodeURI(url)])]
