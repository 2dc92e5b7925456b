// What each role may do with content. An admin may do everything; a creator writes drafts of their own.
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { adminUsers } from '../db/schema/auth.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

export type ContentAction = 'list' | 'read' | 'create' | 'update' | 'remove' | 'reorder' | 'revise'

type Owned = { author_id?: unknown; status?: unknown; [field: string]: unknown }

/** Whether the actor's role allows the action on some record of the resource. */
export function mayEver(actor: Actor, action: ContentAction, resource: string) {
  if (!isCreator(actor)) return true
  return resource === 'articles' && ['list', 'read', 'create', 'update'].includes(action)
}

/** Throws 403 unless the actor may do this to `record`; null stands for one that does not exist. */
export function assertMay(actor: Actor, action: ContentAction, resource: string, record?: Owned | null) {
  if (!mayEver(actor, action, resource)) throw forbidden()
  if (!isCreator(actor) || record === undefined) return
  // A record of somebody else and one that does not exist answer alike.
  if (record?.author_id !== actor.id) throw forbidden()
  if (action === 'update' && record.status !== 'draft') throw forbidden()
}

/** Throws 403 unless the actor may do everything. */
export function assertAdmin(actor: Actor) {
  if (isCreator(actor)) throw forbidden()
}

/** Throws 401 when the actor's account changed since the request was let in; keeps it as it is until commit. */
export async function confirmActor(tx: Tx, actor: Actor) {
  if (actor.kind === 'system') return
  const [user] = await tx
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.id, actor.id),
        eq(adminUsers.role, actor.role),
        eq(adminUsers.token_version, actor.tokenVersion),
        eq(adminUsers.disabled, false),
      ),
    )
    .for('share')
  if (!user) throw unauthenticated('This session has ended.')
}

export const isCreator = (actor: Actor): actor is Extract<Actor, { kind: 'user' }> =>
  actor.kind === 'user' && actor.role === 'creator'

export const forbidden = () => new AppError('forbidden', 'Your role does not allow this.')

export const unauthenticated = (detail: string) =>
  new AppError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
