// Generates unique slugs from titles in any script.
import { eq, getTableColumns, like, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { escapeLike } from '../../platform/db/like-pattern.ts'
import { statementFor } from '../../platform/db/statement.ts'
import { slugify } from '../../text/slugify.ts'
import type { Resource } from '../definition/define-resource.ts'

const MAX_PATTERNS = 5

/**
 * A slug that is not in use, made from the text, with `-2`, `-3`, … if it is taken. The caller must hold the resource's
 * lock.
 */
export async function generateSlug(tx: Tx, resource: Resource, text: string): Promise<string> {
  const [slug] = await generateSlugs(tx, resource, [{ text }])
  return slug!
}

/**
 * A slug for each record, in order: the given one, or one as `generateSlug` makes it, different from those before it. The
 * caller must hold the resource's lock.
 */
export async function generateSlugs(
  tx: Tx,
  resource: Resource,
  records: readonly { slug?: string | undefined; text: string }[],
): Promise<string[]> {
  const bases = records.map(({ slug, text }) => (slug === undefined ? slugify(text) || resource.name : null))
  const taken = await takenSlugs(tx, resource, [...new Set(bases.filter((base) => base !== null))])
  return records.map(({ slug }, index) => {
    const base = bases[index] ?? null
    let candidate = slug ?? base!
    for (let suffix = 2; base !== null && taken.has(candidate); suffix++) candidate = `${base}-${suffix}`
    taken.add(candidate)
    return candidate
  })
}

/** The slugs in use that start with one of `bases`. */
async function takenSlugs(tx: Tx, resource: Resource, bases: readonly string[]): Promise<Set<string>> {
  if (bases.length === 0) return new Set()
  const slug = getTableColumns(resource.table).slug!
  // One pass over all slugs costs less than a pattern for each of many texts.
  const where =
    bases.length > MAX_PATTERNS
      ? undefined
      : or(...bases.flatMap((base) => [eq(slug, base), like(slug, `${escapeLike(base)}-%`)]))
  const rows =
    bases.length === 1
      ? await selectSlugsLike(tx, resource, { base: bases[0], pattern: `${escapeLike(bases[0]!)}-%` })
      : await tx.select({ slug }).from(resource.table).where(where)
  return new Set(rows.map((row) => row.slug as string))
}

const selectSlugsLike = statementFor((db, { table }: Resource) => {
  const slug = getTableColumns(table).slug!
  return db
    .select({ slug })
    .from(table)
    .where(or(eq(slug, sql.placeholder('base')), like(slug, sql.placeholder('pattern'))))
})
