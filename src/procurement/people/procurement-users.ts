// The people of the procurement side as admins see them: listed, made ahead of their first sign-in, given roles.
import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AddAuditEntry, auditedTransaction } from '../../audit/append-audit-row.ts'
import { toDisplayName } from '../../auth/display-name.ts'
import { isSubject } from '../../auth/oidc/verify-identity.ts'
import { lockUntilCommit, type Tx } from '../../db/database.ts'
import { userRoles, users } from '../../db/schema/procurement.ts'
import { AppError } from '../../errors.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../../paging.ts'
import { parseInput } from '../../parse-input.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { line } from '../procurement-fields.ts'
import { assertRole, auditActor, confirmPerson, type Person, ROLES, type Role } from './person.ts'

export type User = typeof users.$inferSelect & { roles: Role[] }

/** The body that makes a user ahead of their first sign-in. */
export const newUser = z.strictObject({
  subject: z
    .string()
    .refine(isSubject, 'is not a subject: 1 to 255 ASCII characters, not of this service’s own'),
  email: z.email().max(254).optional(),
  display_name: line(200).optional(),
})

/** What admins see of a user. */
export const presentUser = ({
  id,
  version,
  subject,
  email,
  display_name,
  roles,
  created_at,
  updated_at,
}: User) => ({
  id,
  version,
  subject,
  email,
  display_name,
  roles,
  created_at,
  updated_at,
})

/** What a person sees of themself: also the role that no assignment gives. */
export const presentPerson = ({ id, subject, email, name, roles }: Person) => ({
  id,
  subject,
  email,
  display_name: name,
  roles: ROLES.filter((role) => roles.has(role)),
})

/** Everybody that was mirrored or made, by id. Throws 403 and 422 `paging_required`. */
export async function listUsers(ctx: ProcurementContext, paging: Paging | null): Promise<Page<User>> {
  assertRole(ctx.person, ['admin'])
  return ctx.database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(users)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx.select().from(users).orderBy(asc(users.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(await withRoles(tx, rows), total, paging)
  })
}

/** Throws 403 and 404. */
export async function getUser(ctx: ProcurementContext, id: number): Promise<User> {
  assertRole(ctx.person, ['admin'])
  return ctx.database.readConsistently((tx) => find(tx, id))
}

/** Makes a user ahead of their first sign-in. Throws 403, 409 (taken) and 422. */
export async function createUser(ctx: ProcurementContext, body: unknown): Promise<User> {
  assertRole(ctx.person, ['admin'])
  const { subject, email = null, display_name: wished } = parseInput(newUser, body)
  return change(ctx, async (tx, note) => {
    const display_name = toDisplayName([wished, email], subject)
    const now = ctx.clock()
    const [user] = await tx
      .insert(users)
      .values({ subject, email, display_name, created_at: now, updated_at: now })
      .returning()
    const changes = { subject, email, display_name }
    note({ action: 'user.create', entity: 'users', entityId: user!.id, changes })
    return { ...user!, roles: [] }
  })
}

type Assignment = { id: number; role: string }

/** Gives a role; one that the user has already stays as it is. Throws 403 and 404 (user, role). */
export async function assignRole(ctx: ProcurementContext, { id, role: named }: Assignment): Promise<User> {
  return change(ctx, async (tx, note) => {
    const role = roleNamed(named)
    const user = await find(tx, id, true)
    if (user.roles.includes(role)) return user
    await tx.insert(userRoles).values({ user_id: id, role, granted_at: ctx.clock() })
    await raiseVersion(tx, ctx, id)
    note({ action: 'role.assign', entity: 'users', entityId: id, changes: { role, subject: user.subject } })
    return find(tx, id)
  })
}

/**
 * Takes a role away. Throws 403, 404 (user, role, or the user does not have it) and 409 for the last assigned admin,
 * unless `hasOtherAdmins`: the configuration names some.
 */
export async function removeRole(
  ctx: ProcurementContext,
  { id, role: named, hasOtherAdmins }: Assignment & { hasOtherAdmins: boolean },
): Promise<void> {
  await change(ctx, async (tx, note) => {
    const role = roleNamed(named)
    const user = await find(tx, id, true)
    if (!user.roles.includes(role)) throw new AppError('not_found', 'The user does not have this role.')
    if (role === 'admin' && !hasOtherAdmins) await assertNotLast(tx, id)
    await tx.delete(userRoles).where(and(eq(userRoles.user_id, id), eq(userRoles.role, role)))
    await raiseVersion(tx, ctx, id)
    note({ action: 'role.remove', entity: 'users', entityId: id, changes: { role, subject: user.subject } })
  })
}

// One at a time: two admins who take each other's role would leave none.
function change<T>(ctx: ProcurementContext, run: (tx: Tx, note: AddAuditEntry) => Promise<T>): Promise<T> {
  assertRole(ctx.person, ['admin'])
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, note) => {
    await lockUntilCommit(tx, 'users')
    assertRole(await confirmPerson(tx, ctx.person), ['admin'])
    return run(tx, note)
  })
}

function roleNamed(name: string): Role {
  const role = ROLES.find((known) => known === name)
  if (!role) throw new AppError('not_found', `There is no such role; there are ${ROLES.join(', ')}.`)
  return role
}

async function find(tx: Tx, id: number, lock = false): Promise<User> {
  const query = tx.select().from(users).where(eq(users.id, id))
  const [user] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!user) throw new AppError('not_found', 'There is no such user.')
  return (await withRoles(tx, [user]))[0]!
}

async function withRoles(tx: Tx, rows: (typeof users.$inferSelect)[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id)
  const assigned =
    ids.length > 0 ? await tx.select().from(userRoles).where(inArray(userRoles.user_id, ids)) : []
  const byUser = Map.groupBy(assigned, ({ user_id }) => user_id)
  return rows.map((row) => {
    const held = new Set(byUser.get(row.id)?.map(({ role }) => role))
    return { ...row, roles: ROLES.filter((role) => held.has(role)) }
  })
}

const raiseVersion = (tx: Tx, { clock }: ProcurementContext, id: number) =>
  tx
    .update(users)
    .set({ version: sql`${users.version} + 1`, updated_at: clock() })
    .where(eq(users.id, id))

/** Whether somebody has the role `admin` by assignment. */
export async function hasAdmin(database: ProcurementContext['database']): Promise<boolean> {
  const rows = await database.query((tx) =>
    tx.select({ id: userRoles.user_id }).from(userRoles).where(eq(userRoles.role, 'admin')).limit(1),
  )
  return rows.length > 0
}

async function assertNotLast(tx: Tx, id: number) {
  const [others] = await tx
    .select({ total: count() })
    .from(userRoles)
    .where(and(eq(userRoles.role, 'admin'), ne(userRoles.user_id, id)))
  if (others?.total === 0) throw new AppError('last_admin', 'This is the last admin.')
}
