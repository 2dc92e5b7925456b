// Generates unique slugs from titles in any script.
import { eq, getTableColumns, like, or } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { escapeLike } from '../db/like-pattern.ts'
import type { Resource } from './define-resource.ts'

/** Shorter than the `slug` field allows, so that a numeric suffix fits. */
const MAX_GENERATED = 180

/** `Größe & Preis` → `größe-preis`, `سلام دنیا` → `سلام-دنیا`; empty if the text has no letter or digit. */
export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFC')
    // Apostrophes, and the invisible marks that turn a character into an emoji.
    .replace(/['’]|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, '-')
    .replace(/[-\u200c]*-[-\u200c]*/gu, '-')
    .slice(0, MAX_GENERATED)
    // Also half of a surrogate pair that was cut in two.
    .replace(/^[-\u200c]+|[-\u200c\p{Cs}]+$/gu, '')
  return /[\p{L}\p{N}]/u.test(slug) ? slug : ''
}

/**
 * A slug that is not in use, made from the text, with `-2`, `-3`, … if it is taken. The caller must hold the resource's
 * lock.
 */
export async function generateSlug(tx: Tx, resource: Resource, text: string): Promise<string> {
  const base = slugify(text) || resource.name
  const { slug } = getTableColumns(resource.table)
  const rows = await tx
    .select({ slug: slug! })
    .from(resource.table)
    .where(or(eq(slug!, base), like(slug!, `${escapeLike(base)}-%`)))
  const taken = new Set(rows.map((row) => row.slug))
  let candidate = base
  for (let suffix = 2; taken.has(candidate); suffix++) candidate = `${base}-${suffix}`
  return candidate
}
