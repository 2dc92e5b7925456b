// Redirects that follow the pages of articles, projects and pages when their slugs change.
import { and, eq, ne, sql } from 'drizzle-orm'
import { lockUntilCommit, type Tx } from '../db/database.ts'
import { redirects } from '../db/schema/site.ts'
import type { ContentContext } from './content-context.ts'
import type { Resource, Row } from './define-resource.ts'

export const pagePath = (resource: Resource, row: Row) => `${resource.pagePrefix}${row.slug}`

/** Deletes the redirect from `path`, which would hide the page there. */
export async function deleteRedirectFrom(tx: Tx, path: string) {
  await lockUntilCommit(tx, 'redirects')
  await tx.delete(redirects).where(eq(redirects.from_path, path))
}

/** Redirects the old path, and every redirect to it, to the new path: no chains, no loops. */
export async function redirectPage(tx: Tx, ctx: ContentContext, { from, to }: { from: string; to: string }) {
  const now = ctx.clock()
  await deleteRedirectFrom(tx, to)
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
