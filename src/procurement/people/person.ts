// The caller of a procurement route with their roles. Roles are assigned in this service; roles in the identity
// provider's token are ignored.
import { eq } from 'drizzle-orm'
import type { UserActor } from '../../accounts/actor.ts'
import type { AuditActor } from '../../accounts/audit/append-audit-row.ts'
import { confirmActor, forbidden } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { userRoles, users } from '../../platform/db/schema/procurement.ts'

export const ROLES = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type Person = {
  /** Id of the row in `users`. */
  id: number
  subject: string
  name: string
  email: string | null
  roles: ReadonlySet<Role>
  /** `configuration` (OIDC_ADMINS) and an admin account of this service grant `admin` without an assignment. */
  adminSource: 'assignment' | 'configuration' | UserActor
}

export const hasRole = (person: Person, roles: readonly Role[]) =>
  roles.some((role) => person.roles.has(role))

/** Throws 403 unless the person has at least one of the roles. */
export function assertRole(person: Person, roles: readonly Role[] = ROLES) {
  if (!hasRole(person, roles)) throw forbidden()
}

export const auditActor = ({ name, subject }: Person): AuditActor => ({ name, id: subject })

/**
 * Reads the person's roles again inside the transaction and locks them until commit, so that a role removed since
 * authentication no longer counts. Throws 401 when the person's admin account was disabled or deleted.
 */
export async function confirmPerson(tx: Tx, person: Person): Promise<Person> {
  if (typeof person.adminSource === 'object') await confirmActor(tx, person.adminSource)
  // Assigning and removing roles locks this row for update.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('share')
  return { ...person, roles: await readRoles(tx, person) }
}

/** The assigned roles, plus `admin` when `adminSource` grants it. */
export async function readRoles(
  tx: Tx,
  { id, adminSource }: Pick<Person, 'id' | 'adminSource'>,
): Promise<Set<Role>> {
  const rows = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, id))
  const roles = new Set<Role>(rows.map(({ role }) => role))
  if (adminSource !== 'assignment') roles.add('admin')
  return roles
}
