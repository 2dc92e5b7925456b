// Administration of procurement users: list them, and create them before their first sign-in.
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { z } from 'zod'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { toDisplayName } from '../../accounts/display-name.ts'
import { endSessionsOfPerson } from '../../accounts/end-sessions.ts'
import { isKnownPerson, keepAdmin, type SignInSettings } from '../../accounts/last-admin.ts'
import { isSubject } from '../../accounts/oidc/identity-claims.ts'
import { assertProved } from '../../accounts/proofs.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { userRoles, users } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { emailAddress } from '../../text/email-address.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { singleLine } from '../procurement-fields.ts'
import { assertRole, auditActor, confirmPerson, type Person, ROLES, type Role } from './person.ts'
import type { ProcurementContext } from './procurement-context.ts'

export type User = typeof users.$inferSelect & { roles: Role[] }

/** The subject of an account, where there is no identity provider. */
const LOCAL = /^local:[1-9]\d{0,8}$/

/** Body of a user created before their first sign-in. */
export const newUser = z.strictObject({
  subject: z
    .string()
    .refine(
      (subject) => isSubject(subject) || LOCAL.test(subject),
      'must be 1 to 255 printable ASCII characters and must not start with local:',
    )
    .meta({ description: 'Of the identity provider; without one, `local:<id>` of an account.' }),
  email: emailAddress().optional(),
  display_name: singleLine(200).optional(),
})

export const presentUser = ({
  id,
  version,
  subject,
  email,
  display_name,
  roles,
  disabled,
  created_at,
  updated_at,
}: User) => ({
  id,
  version,
  subject,
  email,
  display_name,
  roles,
  disabled,
  created_at,
  updated_at,
})

/** The caller's own profile; `roles` includes an `admin` granted without an assignment. */
export const presentPerson = ({ id, subject, email, name, roles }: Person) => ({
  id,
  subject,
  email,
  display_name: name,
  roles: ROLES.filter((role) => roles.has(role)),
})

/** All users by id. Throws 403 and 422 `paging_required`. */
export async function listUsers(ctx: ProcurementContext, paging: Paging | null): Promise<Page<User>> {
  assertRole(ctx.person, ['admin'])
  return ctx.database.readConsistently(async (tx) => {
    const query = tx.select().from(users).orderBy(asc(users.id))
    const page = await selectPage(tx, { table: users, query, paging })
    return { ...page, items: await withRoles(tx, page.items) }
  })
}

/** Throws 403 and 404. */
export async function getUser(ctx: ProcurementContext, id: number): Promise<User> {
  assertRole(ctx.person, ['admin'])
  return ctx.database.readConsistently((tx) => findUser(tx, id))
}

/** Creates a user before their first sign-in. Throws 403, 409 (subject taken) and 422. */
export async function createUser(
  ctx: ProcurementContext,
  body: unknown,
  { hasProvider }: { hasProvider: boolean },
): Promise<User> {
  assertRole(ctx.person, ['admin'])
  const { subject, ...given } = parseInput(newUser, body)
  return changeAsAdmin(ctx, async (tx, addAuditEntry) => {
    const account = LOCAL.test(subject) ? await findLocalAccount(tx, subject, hasProvider) : null
    const email = account?.email ?? given.email ?? null
    const display_name = toDisplayName([account?.name, given.display_name, email], subject)
    const now = ctx.clock()
    const [user] = await tx
      .insert(users)
      .values({ subject, email, display_name, created_at: now, updated_at: now })
      .returning()
    const changes = { subject, email, display_name }
    addAuditEntry({ action: 'user.create', entity: 'users', entityId: user!.id, changes })
    return { ...user!, roles: [] }
  })
}

/**
 * Runs a change of users or roles, with its audit entries. Serialized, with changes of accounts too: otherwise two admins could remove
 * each other's role at the same time and leave none. Throws 403.
 */
export function changeAsAdmin<T>(
  ctx: ProcurementContext,
  run: (tx: Tx, addAuditEntry: AddAuditEntry) => Promise<T>,
): Promise<T> {
  assertRole(ctx.person, ['admin'])
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    await lockUntilCommit(tx, 'users')
    await lockUntilCommit(tx, 'admin_users')
    assertRole(await confirmPerson(tx, ctx.person), ['admin'])
    return run(tx, addAuditEntry)
  })
}

/** Throws 403 `reauthentication_required`. A token of the provider has no session here, and needs no proof. */
export async function assertPersonProved(tx: Tx, { person, clock }: ProcurementContext) {
  if (person.session !== null) await assertProved(tx, { clock }, person.session)
}

async function findLocalAccount(tx: Tx, subject: string, hasProvider: boolean) {
  const path = 'subject'
  if (hasProvider)
    throw invalid([{ path, code: 'invalid', message: 'must be a subject of the identity provider' }])
  const id = Number(subject.slice('local:'.length))
  const [account] = await tx.select().from(adminUsers).where(eq(adminUsers.id, id))
  if (!account) throw invalid([{ path, code: 'unknown_reference', message: 'is no account' }])
  return account
}

export const userChanges = z.strictObject({ disabled: z.boolean() })

type Change = {
  id: number
  body: unknown
  ifMatch: string | null
  /** Whether the configuration names an admin. */
  hasOtherAdmins: boolean
  signIn: SignInSettings
}

/**
 * Disables a user, whose sessions end at once, or lets them in again. Throws 403, also without a proof, 404, 409 `last_admin`, 412 and
 * 422.
 */
export async function updateUser(ctx: ProcurementContext, change: Change): Promise<User> {
  const { id, body, ifMatch, hasOtherAdmins, signIn } = change
  const { disabled } = parseInput(userChanges, body)
  return changeAsAdmin(ctx, async (tx, addAuditEntry) => {
    const user = await findUser(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(user.version))
    if (user.disabled === disabled) return user
    if (disabled && user.roles.includes('admin') && !hasOtherAdmins) await assertNotLastAdmin(tx, id)
    const now = ctx.clock()
    const raised = { version: user.version + 1, updated_at: now }
    // The account of the person may be the last admin of the site with a way in.
    await keepAdmin(tx, signIn, () =>
      tx
        .update(users)
        .set({ disabled, ...raised })
        .where(eq(users.id, id)),
    )
    await assertPersonProved(tx, ctx)
    if (disabled) await endSessionsOfPerson(tx, now, id)
    const changes = { disabled, subject: user.subject }
    addAuditEntry({ action: 'user.update', entity: 'users', entityId: id, changes })
    return { ...user, disabled, ...raised }
  })
}

/** Throws 409 `last_admin` unless another known person has the role by assignment. */
export async function assertNotLastAdmin(tx: Tx, id: number) {
  const others = await tx
    .select({ id: users.id })
    .from(userRoles)
    .innerJoin(users, and(eq(users.id, userRoles.user_id), isKnownPerson))
    .where(and(eq(userRoles.role, 'admin'), ne(userRoles.user_id, id)))
    .limit(1)
  if (others.length === 0)
    throw new AppError(
      'last_admin',
      'The last admin cannot be removed. Another one counts once they have signed in.',
    )
}

/** Throws 404. */
export async function findUser(tx: Tx, id: number, { lock = false } = {}): Promise<User> {
  const query = tx.select().from(users).where(eq(users.id, id))
  const [user] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!user) throw new AppError('not_found', 'User not found.')
  return (await withRoles(tx, [user]))[0]!
}

async function withRoles(tx: Tx, rows: (typeof users.$inferSelect)[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id)
  const assignments =
    ids.length > 0 ? await tx.select().from(userRoles).where(inArray(userRoles.user_id, ids)) : []
  const byUser = Map.groupBy(assignments, ({ user_id }) => user_id)
  return rows.map((row) => {
    const assigned = new Set(byUser.get(row.id)?.map(({ role }) => role))
    return { ...row, roles: ROLES.filter((role) => assigned.has(role)) }
  })
}
