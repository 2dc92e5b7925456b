// What each role may do with content and media: an admin everything, a creator only write drafts of their own articles.
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { adminUsers } from '../db/schema/auth.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

/**
 * `publish` is setting `status`, `published_at` and `author_id`, and changing the slug of a record that has been public;
 * `reorder` is setting `position`; `revise` is reading and restoring revisions.
 */
export type ContentAction =
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'publish'
  | 'reorder'
  | 'revise'
  | 'remove'

const CREATOR_ACTIONS: readonly ContentAction[] = ['list', 'read', 'create', 'update']

type Owned = { author_id?: unknown; status?: unknown; [field: string]: unknown }

/** Whether the actor's role allows the action on at least some records of the resource. */
export function roleAllows(actor: Actor, action: ContentAction, resource: string) {
  return !isCreator(actor) || (resource === 'articles' && CREATOR_ACTIONS.includes(action))
}

/**
 * Throws 403 unless the actor may perform the action on `record`. Null means that the record does not exist, undefined
 * that only the role is checked.
 */
export function assertMay(actor: Actor, action: ContentAction, resource: string, record?: Owned | null) {
  if (!roleAllows(actor, action, resource)) throw forbidden()
  if (!isCreator(actor) || record === undefined) return
  // The same answer for a colleague's record and for none, so that creators cannot find out which ids exist.
  if (record?.author_id !== actor.id) throw forbidden()
  if (action === 'update' && record.status !== 'draft') throw forbidden()
}

/** Throws 403 for creators. */
export function assertAdmin(actor: Actor) {
  if (isCreator(actor)) throw forbidden()
}

/**
 * Throws 401 if the actor's account was changed, disabled or deleted after the request was authenticated. Locks the
 * account until the transaction ends.
 */
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
  if (!user) throw unauthenticated('The session has ended; sign in again.')
}

export const isCreator = (actor: Actor): actor is Extract<Actor, { kind: 'user' }> =>
  actor.kind === 'user' && actor.role === 'creator'

export const forbidden = (detail = 'Your role does not allow this.') => new AppError('forbidden', detail)

export const unauthenticated = (detail: string) =>
  new AppError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
