// Redirects that follow the pages of articles, projects and pages when their slugs change.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { awaitAtEnd, lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { redirects } from '../../platform/db/schema/site.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnOf } from '../definition/find-record.ts'
import { isPublished, publishedOnly } from './visibility.ts'

export const pagePath = ({ pagePrefix }: Resource, slug: unknown) => `${pagePrefix}${slug}`

type Update = { resource: Resource; before: Row; after: Row; publicSlug: string | null }

/**
 * Redirects the last public path of a record to its new path if a write renamed or published it. Drafts change no
 * redirects: a renamed draft gets its redirect when it is published again. `publicSlug` is that of `before`.
 */
export async function updateRedirects(
  tx: Tx,
  ctx: ContentContext,
  { resource, before, after, publicSlug }: Update,
) {
  const isMoved = before.slug !== after.slug || !isPublished(before)
  if (!isPublished(after) || !isMoved) return
  const to = pagePath(resource, after.slug)
  await deleteRedirectsFrom(tx, [to])
  if (publicSlug === null || publicSlug === after.slug) return
  const isFree = publicSlug === before.slug || (await isPathFree(tx, { resource, before, publicSlug }))
  if (isFree) await redirectPage(tx, ctx, { from: pagePath(resource, publicSlug), to })
}

/** Whether no other page and no other redirect has taken the public path while the record was a draft. */
async function isPathFree(tx: Tx, { resource, before, publicSlug }: Omit<Update, 'after'>) {
  const { table } = resource
  const slug = columnOf(resource, 'slug')
  const [page] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(slug, publicSlug), publishedOnly(resource)))
  if (page) return false
  const path = pagePath(resource, publicSlug)
  const [redirect] = await tx.select().from(redirects).where(eq(redirects.from_path, path))
  return !redirect || redirect.to_path === pagePath(resource, before.slug)
}

/** Deletes the redirects from any of `paths`, which would hide the pages there. */
export async function deleteRedirectsFrom(tx: Tx, paths: string[]) {
  if (paths.length === 0) return
  // Pipelined: the second begins once the lock is taken.
  await awaitAtEnd(
    tx,
    Promise.all([
      lockUntilCommit(tx, 'redirects'),
      tx.delete(redirects).where(inArray(redirects.from_path, paths)),
    ]),
  )
}

/** Redirects the old path, and every redirect to it, to the new path: no chains. The caller has deleted loops. */
async function redirectPage(tx: Tx, ctx: ContentContext, { from, to }: { from: string; to: string }) {
  const now = ctx.clock()
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
