// What an API token may do: its scopes, none of which implies another, and the resources that it is limited to. It never exceeds
// the role of its account, which is checked as for any request.
import { AppError } from '../text/errors.ts'
import type { Actor } from './actor.ts'
import type { Scope, TokenGrant } from './scopes.ts'

const grantOf = (actor: Actor): TokenGrant | null => (actor.kind === 'user' ? (actor.token ?? null) : null)

/** Whether the actor is no API token, or one with the scope. */
export const hasScope = (actor: Actor, scope: Scope) => grantOf(actor)?.scopes.has(scope) ?? true

/** Throws 403 `insufficient_scope` for an API token that lacks one of the scopes. */
export function assertScopes(actor: Actor, ...scopes: Scope[]) {
  if (!scopes.every((scope) => hasScope(actor, scope))) throw insufficientScope(scopes)
}

/** The resources that an API token is limited to; null for everybody else. */
export const narrowedTo = (actor: Actor): ReadonlySet<string> | null => grantOf(actor)?.resources ?? null

/** Media are no resource of the content: the scope `media` decides alone. */
const MEDIA = 'media'

export function reaches(actor: Actor, resource: string): boolean {
  const resources = narrowedTo(actor)
  return resources === null || resource === MEDIA || resources.has(resource)
}

/** Throws 403 for an API token that is limited to other resources. */
export function assertReaches(actor: Actor, resource: string) {
  if (!reaches(actor, resource)) throw outOfReach()
}

export const outOfReach = () =>
  new AppError('forbidden', 'This API token is limited to other resources; use one that includes this one.')

/** 403 as in RFC 6750, section 3.1. */
export const insufficientScope = (scopes: readonly Scope[], isAnyEnough = false) =>
  new AppError(
    'insufficient_scope',
    `This needs an API token with the scope ${scopes.join(isAnyEnough ? ' or ' : ' and ')}.`,
    { headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` } },
  )
