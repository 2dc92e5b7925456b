import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { containsPattern } from './like-pattern.ts'

// Keyboards produce the same Persian letters as Arabic or as Persian code points.
const ARABIC = 'يك'
const PERSIAN = 'یک'

/** Matches rows with `text` in one of the columns, ignoring case; undefined when `text` is blank. */
export function containsText(text: string | undefined, columns: readonly PgColumn[]): SQL | undefined {
  const trimmed = text?.trim()
  if (!trimmed) return undefined
  const folded = (value: SQL) => sql`translate(${value}, ${ARABIC}, ${PERSIAN})`
  const pattern = folded(sql`${containsPattern(trimmed)}`)
  return or(...columns.map((column) => sql`${folded(sql`${column}`)} ilike ${pattern}`))
}
