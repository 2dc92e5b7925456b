// Prevents redirect loops and chains that are longer than browsers follow (20 redirects, Fetch standard).
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { redirects } from '../db/schema/site.ts'
import type { FieldIssue } from '../field-issues.ts'
import { resolveLink } from './site-path.ts'

export const MAX_HOPS = 20

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'to_path', code, message }]

/**
 * Validates that the target of a redirect is a web address and does not lead back to `from_path`. The caller must hold
 * the resource's lock, or two redirects written at once could form a loop.
 */
export async function checkRedirect({ id, from_path, to_path }: typeof redirects.$inferSelect, tx: Tx) {
  const target = resolveLink(to_path, from_path)
  if (!target) return issue('invalid', 'must be a path of this site or an http or https URL')
  if (target.path === from_path) return issue('loop', 'must differ from from_path')
  let path = target.path
  for (let hop = 1; path !== null; hop++) {
    if (path === from_path) return issue('loop', 'leads back to from_path through other redirects')
    const found = await tx.select().from(redirects).where(eq(redirects.from_path, path))
    const next = found.find((redirect) => redirect.id !== id)
    if (!next) break
    if (hop === MAX_HOPS) return issue('too_long', `leads through more than ${MAX_HOPS} redirects`)
    path = resolveLink(next.to_path, path)?.path ?? null
  }
  return []
}
