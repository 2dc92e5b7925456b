// Slugs of pages: made from titles in any script, unique, and followed by a redirect when they change.
import { and, eq, getTableColumns, like, ne, or, sql } from 'drizzle-orm'
import { lockUntilCommit, type Tx } from '../db/database.ts'
import { escapeLike } from '../db/like-pattern.ts'
import { redirects } from '../db/schema/site.ts'
import type { ContentContext } from './content-context.ts'
import type { Resource, Row } from './define-resource.ts'

const LONGEST = 180

/** `Größe & Preis` → `größe-preis`, `سلام دنیا` → `سلام-دنیا`; empty when the text has no letter or digit. */
export function slugify(text: string): string {
  const slug = text
    .toLowerCase()
    .normalize('NFC')
    // Apostrophes, and what turns a character into an emoji: marks that nobody sees.
    .replace(/['’]|[\ufe00-\ufe0f]|\u20e3/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, '-')
    .replace(/[-\u200c]*-[-\u200c]*/gu, '-')
    .slice(0, LONGEST)
    // Also half of a character that was cut.
    .replace(/^[-\u200c]+|[-\u200c\p{Cs}]+$/gu, '')
  return /[\p{L}\p{N}]/u.test(slug) ? slug : ''
}

/** A slug that no record has: from the text, with `-2`, `-3`, … when it is taken. The caller holds the resource's lock. */
export async function freeSlug(tx: Tx, resource: Resource, text: string): Promise<string> {
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

/** The page at `path` lives now: a redirect from there would hide it. */
export async function clearRedirect(tx: Tx, path: string) {
  await lockUntilCommit(tx, 'redirects')
  await tx.delete(redirects).where(eq(redirects.from_path, path))
}

/** Sends the old path to the new one, and with it all that led to the old one: no chain, no loop. */
export async function leaveRedirect(tx: Tx, ctx: ContentContext, { from, to }: { from: string; to: string }) {
  const now = ctx.clock()
  await clearRedirect(tx, to)
  await tx
    .update(redirects)
    .set({ to_path: to, updated_at: now, version: sql`${redirects.version} + 1` })
    .where(and(eq(redirects.to_path, from), ne(redirects.from_path, to)))
  await tx
    .insert(redirects)
    .values({ from_path: from, to_path: to, status_code: 301, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: redirects.from_path,
      set: { to_path: to, status_code: 301, updated_at: now, version: sql`${redirects.version} + 1` },
    })
}

export const pagePath = (resource: Resource, row: Row) => `${resource.pagePrefix}${row.slug}`
