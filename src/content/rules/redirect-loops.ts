// Prevents redirect loops and chains that are longer than browsers follow (20 redirects, Fetch standard).
import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { redirects } from '../../platform/db/schema/site.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { matchingSources, resolveLink } from '../site-path.ts'

export const MAX_HOPS = 20

const issue = (code: string, message: string): FieldIssue[] => [{ path: 'to_path', code, message }]

/**
 * Validates that the target of a redirect is a web address and does not lead back to `from_path`. The caller must hold
 * the resource's lock, or two redirects written at once could form a loop.
 */
export async function checkRedirect({ id, from_path, to_path }: typeof redirects.$inferSelect, tx: Tx) {
  const target = resolveLink(to_path, from_path)
  if (!target) return issue('invalid', 'must be a path of this site or an http or https URL')
  const [from] = from_path.split('?', 1)
  if (target.path === from && matchingSources(from, target.search).includes(from_path))
    return issue('loop', 'must differ from from_path')
  let { path, search } = target
  for (let hop = 1; path !== null; hop++) {
    const sources = matchingSources(path, search)
    // A redirect that only adds a trailing slash leads to itself by `matchingSources`, but no request follows it twice.
    if (hop > 1 && sources.includes(from_path))
      return issue('loop', 'leads back to from_path through other redirects')
    const found = await tx.select().from(redirects).where(inArray(redirects.from_path, sources))
    const others = found.filter((redirect) => redirect.id !== id)
    const next = others.sort((a, b) => sources.indexOf(a.from_path) - sources.indexOf(b.from_path))[0]
    if (!next) break
    if (hop === MAX_HOPS) return issue('too_long', `leads through more than ${MAX_HOPS} redirects`)
    const following = resolveLink(next.to_path, path)
    path = following?.path ?? null
    search = following?.search ?? ''
  }
  return []
}
