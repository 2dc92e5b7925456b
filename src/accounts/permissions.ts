// The permissions of each role for content and media: admins and editors everything, a creator only write drafts of their own
// articles and, with `CREATOR_UPLOADS`, upload images and describe their own.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/database.ts'
import { adminUsers, apiTokens } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { statement } from '../platform/db/statement.ts'
import { AppError } from '../text/errors.ts'
import type { Actor } from './actor.ts'
import type { TokenGrant } from './scopes.ts'
import { assertReaches, reaches } from './token-scopes.ts'

/**
 * `publish` is setting `status`, `published_at` and `author_id`, and changing the slug of a record that has been public;
 * `reorder` is setting `position`; `revise` is reading and restoring revisions; `discuss` is commenting and asking for a
 * review.
 */
export type ContentAction =
  | 'list'
  | 'read'
  | 'create'
  | 'update'
  | 'publish'
  | 'reorder'
  | 'revise'
  | 'discuss'
  | 'remove'

type Rights = { actions: readonly ContentAction[]; owner: 'author_id' | 'uploaded_by' | null }

/** By resource; of what has an `owner`, creators see and change only their own. */
const CREATOR_RIGHTS = new Map<string, Rights>([
  ['articles', { actions: ['list', 'read', 'create', 'update', 'revise', 'discuss'], owner: 'author_id' }],
])
/** Actions that creators have on their own articles until these are published. */
const ON_DRAFTS: readonly ContentAction[] = ['update', 'revise', 'discuss']
const UPLOAD_RIGHTS = new Map<string, Rights>([
  ['media', { actions: ['list', 'read', 'create', 'update'], owner: 'uploaded_by' }],
  ['article-categories', { actions: ['list', 'read'], owner: null }],
])

type Owned = { author_id?: unknown; uploaded_by?: unknown; status?: unknown; [field: string]: unknown }
type Creator = Extract<Actor, { kind: 'user' }>

const rightsOf = ({ creatorUploads }: Creator, resource: string): Rights | undefined =>
  CREATOR_RIGHTS.get(resource) ?? (creatorUploads ? UPLOAD_RIGHTS.get(resource) : undefined)

/** Whether the actor's role, and the resources of an API token, allow the action on at least some records of the resource. */
export function roleAllows(actor: Actor, action: ContentAction, resource: string) {
  if (!reaches(actor, resource)) return false
  return !isCreator(actor) || Boolean(rightsOf(actor, resource)?.actions.includes(action))
}

/**
 * Throws 403 unless the actor may perform the action on `record`. Null means that the record does not exist, undefined
 * that only the role is checked.
 */
export function assertMay(actor: Actor, action: ContentAction, resource: string, record?: Owned | null) {
  assertReaches(actor, resource)
  if (!roleAllows(actor, action, resource)) throw forbidden()
  if (!isCreator(actor) || record === undefined) return
  const owner = rightsOf(actor, resource)!.owner
  if (!owner) return
  // The same answer for a colleague's record and for none, so that creators cannot find out which ids exist.
  if (record?.[owner] !== actor.id) throw forbidden()
  if (ON_DRAFTS.includes(action) && resource === 'articles' && record.status !== 'draft') throw forbidden()
}

/** The column that must hold the actor's id for the actor to see a record; null: the actor sees all. */
export const ownerColumn = (actor: Actor, resource: string) =>
  isCreator(actor) ? (rightsOf(actor, resource)?.owner ?? null) : null

/** Throws 403 for all but admins. */
export function assertAdmin(actor: Actor) {
  if (actor.kind === 'user' && actor.role !== 'admin') throw forbidden()
}

/** Throws 403 for all but admins and editors. */
export function assertEditor(actor: Actor) {
  if (isCreator(actor)) throw forbidden()
}

/**
 * Throws 401 if the actor's account was changed, disabled or deleted, its API token revoked, or the person of such an account disabled,
 * after the request was authenticated. Locks account and token until the transaction ends.
 */
export async function confirmActor(tx: Tx, actor: Actor) {
  if (actor.kind === 'system') return
  const { id, role, tokenVersion } = actor
  const [user] = await lockAccount(tx, { id, role, tokenVersion })
  if (!user) throw unauthenticated('The session has ended; sign in again.')
  if (actor.token) await confirmToken(tx, actor.token)
}

/** Tells the triggers who makes the changes of the transaction; they announce it with them. */
const asActor = sql`set_config('frontage.actor', json_build_object('id', ${adminUsers.id}, 'name', ${adminUsers.name})::text, true)`

const lockAccount = statement((db) =>
  db
    .select({ id: adminUsers.id, actor: asActor })
    .from(adminUsers)
    .where(
      and(
        eq(adminUsers.id, sql.placeholder('id')),
        eq(adminUsers.role, sql.placeholder('role')),
        eq(adminUsers.token_version, sql.placeholder('tokenVersion')),
        eq(adminUsers.disabled, false),
      ),
    )
    .for('share'),
)

async function confirmToken(tx: Tx, { id }: TokenGrant) {
  const [token] = await tx
    .select({ isCutOff: users.disabled })
    .from(apiTokens)
    .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.user_id))
    .leftJoin(users, eq(users.id, adminUsers.person_id))
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revoked_at)))
    .for('share', { of: apiTokens })
  if (!token) throw unauthenticated('The API token was revoked.')
  if (token.isCutOff) throw unauthenticated('The company account of the API token was disabled.')
}

export const isCreator = (actor: Actor): actor is Creator => actor.kind === 'user' && actor.role === 'creator'

export const forbidden = (detail = 'Your role does not allow this.') => new AppError('forbidden', detail)

/** `reason` is for the log. */
export const unauthenticated = (detail: string, reason?: string) =>
  new AppError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Bearer' }, cause: reason })
