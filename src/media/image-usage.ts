// Where an image is shown: in every field that holds a URL or rich text, of every resource.
import { asc, getTableColumns, or, sql } from 'drizzle-orm'
import { resources } from '../content/resource-registry.ts'
import type { Tx } from '../db/database.ts'
import { containsPattern } from '../db/like-pattern.ts'
import { urlOf } from './media-rows.ts'

export type Usage = { resource: string; id: number; fields: string[] }

/** The records that show the image at `path`, drafts included. */
export async function usesOf(tx: Tx, path: string): Promise<Usage[]> {
  const patterns = spellings(urlOf(path)).map(containsPattern)
  const uses: Usage[] = []
  for (const resource of resources) {
    const columns = getTableColumns(resource.table)
    const names = [...resource.fieldKinds].filter(([, kind]) => kind !== 'instant').map(([name]) => name)
    if (names.length === 0) continue
    const shows = Object.fromEntries(
      names.map((name) => [
        name,
        sql<boolean>`coalesce(${or(...patterns.map((pattern) => sql`${columns[name]!} ilike ${pattern}`))}, false)`,
      ]),
    )
    const rows = await tx
      .select({ id: resource.table.id, shows })
      .from(resource.table)
      .where(or(...Object.values(shows)))
      .orderBy(asc(resource.table.id))
    for (const row of rows) {
      uses.push({
        resource: resource.name,
        id: Number(row.id),
        fields: names.filter((name) => row.shows[name]),
      })
    }
  }
  return uses
}

// As it is and percent-encoded; the comparison takes both cases of the hexadecimal digits.
const spellings = (url: string) => [...new Set([url, encodeURI(url)])]
