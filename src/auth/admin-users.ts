// Accounts of the admin side. Changing the role or password, disabling and deleting revoke the user's tokens at once.
// The last active admin cannot be removed.
import { and, asc, count, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../audit/append-audit-row.ts'
import { containsText } from '../db/contains-text.ts'
import { lockUntilCommit, type Tx } from '../db/database.ts'
import { adminUsers } from '../db/schema/auth.ts'
import { selectPage } from '../db/select-page.ts'
import { AppError } from '../errors.ts'
import { coded } from '../field-issues.ts'
import type { Page, Paging } from '../paging.ts'
import { parseInput } from '../parse-input.ts'
import { assertFresh, etagOf } from '../record-version.ts'
import { type Actor, auditActor } from './actor.ts'
import type { AccountContext } from './auth-context.ts'
import { hashPassword, password } from './passwords.ts'
import { confirmActor } from './permissions.ts'

type User = typeof adminUsers.$inferSelect

const role = z.enum(['admin', 'creator'])
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'contains a control character')
  .refine((value) => value.isWellFormed(), coded('unpaired_surrogate', 'contains an unpaired surrogate'))

const email = z.string().trim().check(z.email(), z.maxLength(254))

/** The body that creates an account. */
export const newUser = z.strictObject({ email, name, role, password })
/** The body that changes an account. */
export const userChanges = z.strictObject({ name, role, disabled: z.boolean(), password }).partial()

/** The fields of an account that admins see. */
export const presentUser = (user: User) => {
  const { id, version, email, name, role, disabled, last_sign_in_at, created_at, updated_at } = user
  return { id, version, email, name, role, disabled, last_sign_in_at, created_at, updated_at }
}

type Filter = { q?: string | undefined; paging: Paging | null }

/** Accounts with `q` in the email or the name, by id. Throws 422 `paging_required`. */
export function listUsers(ctx: AccountContext, { q, paging }: Filter): Promise<Page<User>> {
  const where = containsText(q, [adminUsers.email, adminUsers.name])
  return ctx.database.readConsistently((tx) => {
    const query = tx.select().from(adminUsers).where(where).orderBy(asc(adminUsers.id))
    return selectPage(tx, { table: adminUsers, where, query, paging })
  })
}

/** Throws 404. */
export async function getUser(ctx: AccountContext, id: number): Promise<User> {
  return ctx.database.query((tx) => findUser(tx, id))
}

/** Creates an account; throws 409 when the email is taken, and 422. */
export async function createUser(ctx: AccountContext, actor: Actor, body: unknown): Promise<User> {
  const { password: plain, ...account } = parseInput(newUser, body)
  const password_hash = await hashPassword(plain)
  const now = ctx.clock()
  return auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await confirmActor(tx, actor)
    const [user] = await tx
      .insert(adminUsers)
      .values({ ...account, password_hash, created_at: now, updated_at: now })
      .returning()
    note({ action: 'user.create', entity: 'admin_users', entityId: user!.id, changes: account })
    return user!
  })
}

type Change = { id: number; body: unknown; ifMatch: string | null }

/** Changes an account; throws 404, 409 (last active admin), 412 and 422. */
export async function updateUser(
  ctx: AccountContext,
  actor: Actor,
  { id, body, ifMatch }: Change,
): Promise<User> {
  const { password: plain, ...changes } = parseInput(userChanges, body)
  const password_hash = plain === undefined ? undefined : await hashPassword(plain)
  return auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    await confirmActor(tx, actor)
    const before = await findUser(tx, id)
    assertFresh(ifMatch, etagOf(before.version))
    if (Object.keys(changes).length === 0 && !password_hash) return before
    const after = { role: changes.role ?? before.role, disabled: changes.disabled ?? before.disabled }
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await assertNotLast(tx, id)
    const revokesTokens = password_hash || after.role !== before.role || (after.disabled && !before.disabled)
    const [user] = await tx
      .update(adminUsers)
      .set({
        ...changes,
        ...(password_hash && { password_hash }),
        token_version: before.token_version + (revokesTokens ? 1 : 0),
        version: before.version + 1,
        updated_at: ctx.clock(),
      })
      .where(eq(adminUsers.id, id))
      .returning()
    // The audit log never contains a password.
    const logged = password_hash ? { ...changes, password: 'changed' } : changes
    note({ action: 'user.update', entity: 'admin_users', entityId: id, changes: logged })
    return user!
  })
}

/** Deletes an account; its articles stay, without an author. Throws 404, 409 (last active admin) and 412. */
export async function removeUser(ctx: AccountContext, actor: Actor, { id, ifMatch }: Omit<Change, 'body'>) {
  await auditedTransaction(ctx, auditActor(actor), async (tx, note) => {
    await lockUntilCommit(tx, 'admin_users')
    await confirmActor(tx, actor)
    const user = await findUser(tx, id)
    assertFresh(ifMatch, etagOf(user.version))
    if (isActiveAdmin(user)) await assertNotLast(tx, id)
    await tx.delete(adminUsers).where(eq(adminUsers.id, id))
    const { email, role } = user
    note({ action: 'user.delete', entity: 'admin_users', entityId: id, changes: { email, role } })
  })
}

const isActiveAdmin = (user: Pick<User, 'role' | 'disabled'>) => user.role === 'admin' && !user.disabled

// Called under the lock on the accounts, so that two requests cannot each remove the other's last admin.
async function assertNotLast(tx: Tx, id: number) {
  const [others] = await tx
    .select({ total: count() })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, 'admin'), eq(adminUsers.disabled, false), ne(adminUsers.id, id)))
  if (others?.total === 0)
    throw new AppError('last_admin', 'The last active admin cannot be removed, disabled or demoted.')
}

async function findUser(tx: Tx, id: number): Promise<User> {
  const [user] = Number.isInteger(id) ? await tx.select().from(adminUsers).where(eq(adminUsers.id, id)) : []
  if (!user) throw new AppError('not_found', 'Account not found.')
  return user
}
