// Somebody who acts on the procurement side, and what their roles allow. Roles are the service's own, whatever the
// identity provider says.
import { eq } from 'drizzle-orm'
import type { AuditActor } from '../../audit/append-audit-row.ts'
import type { UserActor } from '../../auth/actor.ts'
import { confirmActor, forbidden } from '../../auth/permissions.ts'
import type { Tx } from '../../db/database.ts'
import { userRoles, users } from '../../db/schema/procurement.ts'

export const ROLES = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type Person = {
  /** Of the mirrored user. */
  id: number
  subject: string
  name: string
  email: string | null
  roles: ReadonlySet<Role>
  /** What makes somebody an admin without an assignment. */
  adminBy: 'assignment' | 'configuration' | UserActor
}

export const hasRole = (person: Person, roles: readonly Role[]) =>
  roles.some((role) => person.roles.has(role))

/** Throws 403 unless the person has one of these roles. */
export function assertRole(person: Person, roles: readonly Role[] = ROLES) {
  if (!hasRole(person, roles)) throw forbidden()
}

export const auditActor = ({ name, subject }: Person): AuditActor => ({ name, id: subject })

/**
 * The person with the roles they hold now, kept as they are until commit: one that was taken away since the request was
 * let in is missing. Throws 401 when an account of our own has ended.
 */
export async function confirmPerson(tx: Tx, person: Person): Promise<Person> {
  if (typeof person.adminBy === 'object') await confirmActor(tx, person.adminBy)
  // Assigning and taking away roles lock this row.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for('share')
  return { ...person, roles: await rolesOf(tx, person) }
}

/** The roles that are assigned, and `admin` where something else makes the person one. */
export async function rolesOf(tx: Tx, { id, adminBy }: Pick<Person, 'id' | 'adminBy'>): Promise<Set<Role>> {
  const rows = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, id))
  const roles = new Set<Role>(rows.map(({ role }) => role))
  if (adminBy !== 'assignment') roles.add('admin')
  return roles
}
