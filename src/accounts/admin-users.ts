// Accounts of the admin side. Changing the role or password, disabling and deleting end the user's sessions at once.
// The last admin who can sign in cannot be removed.

import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { containsWords } from '../platform/db/contains-words.ts'
import { lockUntilCommit, type Tx } from '../platform/db/database.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { users } from '../platform/db/schema/procurement.ts'
import { selectPage } from '../platform/db/select-page.ts'
import { fieldInAll, furtherFields, translated, withValue } from '../text/content-language.ts'
import { emailAddress } from '../text/email-address.ts'
import { AppError, invalid } from '../text/errors.ts'
import type { Page, Paging } from '../text/paging.ts'
import { parseInput } from '../text/parse-input.ts'
import { assertFresh, etagOf } from '../text/record-version.ts'
import { WELL_FORMED } from '../text/text-fields.ts'
import { deleteAccountLinks } from './account-links.ts'
import { type Actor, auditActor, ROLES } from './actor.ts'
import { type AddAuditEntry, auditedTransaction } from './audit/append-audit-row.ts'
import type { AccountContext } from './auth-context.ts'
import { placeholderName } from './display-name.ts'
import { accessEndings, endAccess } from './end-access.ts'
import { endSessionsOfPerson } from './end-sessions.ts'
import { addInvitation, type Invitation } from './invitations.ts'
import { keepAdmin } from './last-admin.ts'
import { tellOfNewAdmin } from './new-admin-notice.ts'
import { isSubject } from './oidc/identity-claims.ts'
import { password } from './passwords.ts'
import { confirmActor } from './permissions.ts'
import { assertActorProved } from './proofs.ts'

/** An account, until when its invitation can be accepted, and whether it has a second factor. */
type User = typeof adminUsers.$inferSelect & {
  invitation_expires_at: Date | null
  has_second_factor: boolean
}

const role = z.enum(ROLES)
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'contains a control character')
  .refine(...WELL_FORMED)

const furtherNames = withValue(
  furtherFields('name'),
  name.nullish().meta({ description: 'The name on English pages; null: `name`.' }),
)

/** The body that creates an account, with a password or a subject or, without both, with an invitation to choose a password. */
export const newUser = z.strictObject({
  email: z.string().trim().pipe(emailAddress()),
  name,
  ...furtherNames,
  role,
  password: password.optional(),
  provider_subject: z
    .string()
    .refine(isSubject, 'must be 1 to 255 printable ASCII characters and must not start with local:')
    .optional()
    .meta({
      description: 'The person of the identity provider who signs in with this account. Not with `password`.',
    }),
})
/** The body that changes an account. */
export const userChanges = z
  .strictObject({ name, ...furtherNames, role, disabled: z.boolean(), password })
  .partial()
  .extend(accessEndings)

/** The fields of an account that admins see. */
export const presentUser = (user: User) => {
  const { id, version, email, role, disabled, created_at, updated_at } = user
  const { password_hash, has_second_factor, invitation_expires_at, last_sign_in_at } = user
  const state = {
    disabled,
    has_password: password_hash !== null,
    has_second_factor,
    is_connected: user.person_id !== null,
    invitation_expires_at,
    last_sign_in_at,
  }
  return { id, version, email, ...translated(user, 'name'), role, ...state, created_at, updated_at }
}

type Filter = { q?: string | undefined; paging: Paging | null }

/** Accounts whose email or name contains each word of `q`, by id. Throws 422 `paging_required`. */
export function listUsers(ctx: AccountContext, { q, paging }: Filter): Promise<Page<User>> {
  const where = containsWords(q, [adminUsers.email, ...fieldInAll('name').map((field) => adminUsers[field])])
  return ctx.database.readConsistently((tx) => {
    const query = selectUsers(tx).where(where).orderBy(asc(adminUsers.id))
    return selectPage(tx, { table: adminUsers, where, query, paging })
  })
}

/** Throws 404. */
export async function getUser(ctx: AccountContext, id: number): Promise<User> {
  return ctx.database.query((tx) => findUser(tx, id))
}

/**
 * Creates an account, and without a password an invitation. Throws 403 `reauthentication_required`, 409 when the email is taken,
 * and 422.
 */
export async function createUser(
  ctx: AccountContext,
  actor: Actor,
  body: unknown,
): Promise<User & { invitation: Invitation | null }> {
  const { password: plain, provider_subject: subject, ...account } = parseInput(newUser, body)
  const { mail } = ctx
  if (subject !== undefined && !ctx.hasProvider)
    throw invalid([
      {
        path: 'provider_subject',
        code: 'no_provider',
        message: 'needs an identity provider: set OIDC_ISSUER',
      },
    ])
  if (plain !== undefined && subject !== undefined)
    throw invalid([
      {
        path: 'password',
        code: 'not_allowed',
        message: 'must be absent with provider_subject: this person signs in at the identity provider',
      },
    ])
  if (plain === undefined && subject === undefined && !mail)
    throw invalid([{ path: 'password', code: 'required', message: 'is required' }])
  const password_hash = plain === undefined ? null : await ctx.passwords.hash(plain, { isSignedIn: true })
  const now = ctx.clock()
  const created = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await confirmActor(tx, actor)
    const [user] = await tx
      .insert(adminUsers)
      .values({
        ...account,
        password_hash,
        password_set_by_admin: password_hash !== null && actor.kind === 'user',
        person_id: subject === undefined ? null : await personOf(tx, { subject, now }, note),
        created_at: now,
        updated_at: now,
      })
      .returning()
    await assertActorProved(tx, ctx, actor)
    const changes = { ...account, ...(subject !== undefined && { provider_subject: subject }) }
    note({ action: 'user.create', entity: 'admin_users', entityId: user!.id, changes })
    const invitation =
      mail && password_hash === null && subject === undefined
        ? await addInvitation(tx, { ...ctx, mail }, { user: user!, inviter: actor.name })
        : null
    if (isAdmin(user!)) await tellOfNewAdmin(tx, mail, { admin: user!, by: actor.name })
    return {
      ...user!,
      invitation_expires_at: invitation?.expires_at ?? null,
      has_second_factor: false,
      invitation,
    }
  })
  mail?.wake()
  return created
}

/**
 * The id of the provider's person. One who has not signed in yet is created; name and address are the provider's to say. Throws 409 for
 * one who has an account.
 */
async function personOf(tx: Tx, { subject, now }: { subject: string; now: Date }, note: AddAuditEntry) {
  const display_name = placeholderName(subject)
  const values = { subject, display_name, created_at: now, updated_at: now }
  const [created] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id })
  if (created) {
    const changes = { subject, display_name }
    note({ action: 'user.create', entity: 'users', entityId: created.id, changes })
    return created.id
  }
  const [person] = await tx
    .select({ id: users.id, account: adminUsers.id })
    .from(users)
    .leftJoin(adminUsers, eq(adminUsers.person_id, users.id))
    .where(eq(users.subject, subject))
  if (person!.account !== null)
    throw new AppError('conflict', 'Another account is connected with this person.', {
      errors: [{ path: 'provider_subject', code: 'taken', message: 'is connected with another account' }],
    })
  return person!.id
}

// Whoever sets the password of an account is not its person by that.
const unproved = (actor: Actor) => ({
  password_set_by_admin: actor.kind === 'user',
  password_allowed_until: null,
  connected_at: null,
})

type Change = { id: number; body: unknown; ifMatch: string | null }

/**
 * Changes an account. All but the name need a proof. Throws 403 `reauthentication_required`, 404, 409 (last admin, the only way in),
 * 412 and 422, also for the password of one's own account.
 */
export async function updateUser(
  ctx: AccountContext,
  actor: Actor,
  { id, body, ifMatch }: Change,
): Promise<User> {
  const { password: plain, revoke_tokens, disconnect, ...changes } = parseInput(userChanges, body)
  const endings = { revoke_tokens, disconnect }
  const password_hash =
    plain === undefined ? undefined : await ctx.passwords.hash(plain, { isSignedIn: true })
  const updated = await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    await confirmActor(tx, actor)
    const before = await findUser(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(before.version))
    const endsAccess = revoke_tokens || disconnect
    if (Object.keys(changes).length === 0 && !password_hash && !endsAccess) return before
    if (password_hash) assertNotOwn(actor, id)
    const now = ctx.clock()
    const account = { ...before, password_hash: password_hash ?? before.password_hash }
    const left = await endAccess(tx, { ...ctx, note }, { actor, account, endings, now })
    const after = {
      role: changes.role ?? before.role,
      disabled: changes.disabled ?? before.disabled,
    }
    const isOtherRole = after.role !== before.role
    const isSensitive = password_hash || isOtherRole || after.disabled !== before.disabled || endsAccess
    const isCutOff = before.person_id !== null && disconnect
    const endsSessions = password_hash || isOtherRole || (after.disabled && !before.disabled) || isCutOff
    const write = () =>
      tx
        .update(adminUsers)
        .set({
          ...changes,
          ...(password_hash && { password_hash, ...unproved(actor) }),
          ...left,
          token_version: before.token_version + (endsSessions ? 1 : 0),
          version: before.version + 1,
          updated_at: now,
        })
        .where(eq(adminUsers.id, id))
        .returning()
    const [user] = isSensitive ? await keepAdmin(tx, ctx, write) : await write()
    if (isSensitive) await assertActorProved(tx, ctx, actor)
    const { email, name, role } = user!
    if (endsSessions) await endSessionsOfPerson(tx, now, before.person_id)
    // The audit log never contains a password. What else has ended has entries of its own.
    const logged = password_hash ? { ...changes, password: 'changed' } : changes
    if (Object.keys(logged).length > 0)
      note({ action: 'user.update', entity: 'admin_users', entityId: id, changes: logged })
    if (password_hash) {
      await deleteAccountLinks(tx, id)
      await ctx.mail?.add(tx, { kind: 'password-changed', to: email, data: { name } })
    }
    if (isOtherRole) await ctx.mail?.add(tx, { kind: 'role-changed', to: email, data: { name, role } })
    if (isAdmin(after) && !isAdmin(before))
      await tellOfNewAdmin(tx, ctx.mail, { admin: user!, by: actor.name })
    const { has_second_factor, invitation_expires_at } = before
    return {
      ...user!,
      has_second_factor,
      invitation_expires_at: password_hash ? null : invitation_expires_at,
    }
  })
  ctx.mail?.wake()
  return updated
}

/**
 * Deletes an account; its articles stay, without an author. Throws 403 `reauthentication_required`, 404, 409 (last admin) and
 * 412.
 */
export async function removeUser(ctx: AccountContext, actor: Actor, { id, ifMatch }: Omit<Change, 'body'>) {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    await confirmActor(tx, actor)
    const user = await findUser(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(user.version))
    // Before the account is gone, with its sessions: it may be the actor's own.
    await assertActorProved(tx, ctx, actor)
    await keepAdmin(tx, ctx, () => tx.delete(adminUsers).where(eq(adminUsers.id, id)))
    await endSessionsOfPerson(tx, ctx.clock(), user.person_id)
    const { email, role } = user
    note({ action: 'user.delete', entity: 'admin_users', entityId: id, changes: { email, role } })
  })
}

// It is changed with the one before or, the first one, chosen with a proof. Who forgot it is helped by a mail, or by a colleague.
function assertNotOwn(actor: Actor, id: number) {
  if (actor.kind !== 'user' || actor.id !== id) return
  const message = 'must be absent for your own account: set it with POST /api/auth/change-password'
  throw invalid([{ path: 'password', code: 'not_allowed', message }])
}

const isAdmin = ({ role, disabled }: Pick<User, 'role' | 'disabled'>) => role === 'admin' && !disabled

// Locked, its owner changes neither password nor connection meanwhile.
async function findUser(tx: Tx, id: number, { lock = false } = {}): Promise<User> {
  const query = selectUsers(tx).where(eq(adminUsers.id, id))
  const [user] = Number.isInteger(id) ? await (lock ? query.for('no key update') : query) : []
  if (!user) throw new AppError('not_found', 'Account not found.')
  return user
}

// Written out, because drizzle leaves the table's name away in a query of one table.
const invitationExpiry = sql<Date | null>`(
  select max(expires_at) from account_links where user_id = admin_users.id and purpose = 'invitation')`.mapWith(
  (value) => new Date(value),
)

const hasSecondFactor = sql<boolean>`(
  exists (select from totp_factors where account_id = admin_users.id and secret is not null)
  or exists (select from passkeys where account_id = admin_users.id))`

const selectUsers = (tx: Tx) =>
  tx
    .select({
      ...getTableColumns(adminUsers),
      invitation_expires_at: invitationExpiry,
      has_second_factor: hasSecondFactor,
    })
    .from(adminUsers)
