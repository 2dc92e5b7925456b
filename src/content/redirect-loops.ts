// Redirects may follow one another but never come back, and stop before a browser gives up (20 hops, Fetch standard).
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { redirects } from '../db/schema/site.ts'
import type { FieldIssue } from '../errors.ts'
import { resolveLink } from './site-path.ts'

const MAX_HOPS = 20

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'to_path', code, message }]

/**
 * Issues of a redirect as it would be stored: a target that is no page, and a way that leads back to `from_path`.
 * The caller holds the resource's lock, or two redirects written at once could close a loop that neither sees.
 */
export async function checkRedirect({ id, from_path, to_path }: typeof redirects.$inferSelect, tx: Tx) {
  const target = resolveLink(to_path, from_path)
  if (!target) return issue('invalid', 'is not a web address')
  if (target.path === from_path) return issue('loop', 'is where the redirect starts')
  let path = target.path
  for (let hop = 1; path !== null; hop++) {
    if (path === from_path) return issue('loop', 'leads back to where the redirect starts')
    const found = await tx.select().from(redirects).where(eq(redirects.from_path, path))
    const next = found.find((redirect) => redirect.id !== id)
    if (!next) break
    if (hop === MAX_HOPS) return issue('too_long', `leads through more than ${MAX_HOPS} redirects`)
    path = resolveLink(next.to_path, path)?.path ?? null
  }
  return []
}
