import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

// Keyboards write the same Persian letters in Arabic and in Persian code points.
const ARABIC = 'يك'
const PERSIAN = 'یک'

/** Whether one of the columns contains `text`, in any case; undefined where nothing is looked for. */
export function contains(text: string | undefined, columns: readonly PgColumn[]): SQL | undefined {
  const wanted = text?.trim()
  if (!wanted) return undefined
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const folded = (value: SQL) => sql`translate(${value}, ${ARABIC}, ${PERSIAN})`
  return or(...columns.map((column) => sql`${folded(sql`${column}`)} ilike ${folded(sql`${pattern}`)}`))
}
