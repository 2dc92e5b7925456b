// Assigns and removes the roles of procurement users.
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { userRoles, users } from '../../platform/db/schema/procurement.ts'
import { AppError } from '../../text/errors.ts'
import { ROLES, type Role } from './person.ts'
import type { ProcurementContext } from './procurement-context.ts'
import {
  assertNotLastAdmin,
  assertPersonProved,
  changeAsAdmin,
  findUser,
  type User,
} from './procurement-users.ts'

type Assignment = { id: number; role: string }

/** Assigning a role that the user already has changes nothing. Throws 403, also without a proof, and 404 (user, role). */
export async function assignRole(ctx: ProcurementContext, { id, role: roleName }: Assignment): Promise<User> {
  return changeAsAdmin(ctx, async (tx, addAuditEntry) => {
    const role = parseRole(roleName)
    const user = await findUser(tx, id, { lock: true })
    if (user.roles.includes(role)) return user
    await assertPersonProved(tx, ctx)
    await tx.insert(userRoles).values({ user_id: id, role, granted_at: ctx.clock() })
    await raiseVersion(tx, ctx, id)
    addAuditEntry({
      action: 'role.assign',
      entity: 'users',
      entityId: id,
      changes: { role, subject: user.subject },
    })
    return findUser(tx, id)
  })
}

/**
 * Throws 403, also without a proof, 404 (user, role, or the user does not have the role) and 409 `last_admin` for the last assigned
 * admin.
 * `hasOtherAdmins` allows that one too: the configuration names an admin.
 */
export async function removeRole(
  ctx: ProcurementContext,
  { id, role: roleName, hasOtherAdmins }: Assignment & { hasOtherAdmins: boolean },
): Promise<void> {
  await changeAsAdmin(ctx, async (tx, addAuditEntry) => {
    const role = parseRole(roleName)
    const user = await findUser(tx, id, { lock: true })
    if (!user.roles.includes(role)) throw new AppError('not_found', 'The user does not have this role.')
    if (role === 'admin' && !hasOtherAdmins) await assertNotLastAdmin(tx, id)
    await assertPersonProved(tx, ctx)
    await tx.delete(userRoles).where(and(eq(userRoles.user_id, id), eq(userRoles.role, role)))
    await raiseVersion(tx, ctx, id)
    addAuditEntry({
      action: 'role.remove',
      entity: 'users',
      entityId: id,
      changes: { role, subject: user.subject },
    })
  })
}

function parseRole(name: string): Role {
  const role = ROLES.find((known) => known === name)
  if (!role) throw new AppError('not_found', `Role not found; the roles are ${ROLES.join(', ')}.`)
  return role
}

const raiseVersion = (tx: Tx, { clock }: ProcurementContext, id: number) =>
  tx
    .update(users)
    .set({ version: sql`${users.version} + 1`, updated_at: clock() })
    .where(eq(users.id, id))

/** Whether at least one user has the role `admin` by assignment. */
export async function hasAdmin(database: ProcurementContext['database']): Promise<boolean> {
  const rows = await database.query((tx) =>
    tx.select({ id: userRoles.user_id }).from(userRoles).where(eq(userRoles.role, 'admin')).limit(1),
  )
  return rows.length > 0
}
