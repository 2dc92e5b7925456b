// The actor of an operation: a signed-in admin user, or the service itself (first start, command line).
import type { AuditActor } from './audit/append-audit-row.ts'
import type { TokenGrant } from './scopes.ts'

export const ROLES = ['admin', 'editor', 'creator'] as const
export type Role = (typeof ROLES)[number]

export type UserActor = {
  kind: 'user'
  id: number
  name: string
  role: Role
  tokenVersion: number
  /** The id of the session; null for an API token, and before a session begins. */
  session: string | null
  /** Whether creators may upload images, see `CREATOR_UPLOADS`. */
  creatorUploads: boolean
  /** Where the request is authenticated with an API token: it may do less than its account. */
  token?: TokenGrant
}

export type Actor = UserActor | { kind: 'system'; name: string }

/** The actor as the audit log names it. */
export const auditActor = (actor: Actor): AuditActor =>
  actor.kind === 'user' ? { ...accountAsActor(actor), via: viaOf(actor) } : { name: actor.name, id: null }

/** An account as the audit log names it. */
export const accountAsActor = ({ id, name }: { id: number; name: string }): AuditActor => ({
  name,
  id: `local:${id}`,
})

/** The API token that an actor uses, as the audit log names it: `token "CI"`; null for none. */
export const viaOf = (actor: Actor | null) =>
  actor?.kind === 'user' && actor.token ? `token "${actor.token.name}"` : null

export const actorId = (actor: Actor) => (actor.kind === 'user' ? actor.id : null)
