// The caller of a procurement route with their roles. Roles are assigned in this service; roles in the identity
// provider's token are ignored.
import { eq } from 'drizzle-orm'
import type { UserActor } from '../../accounts/actor.ts'
import type { AuditActor } from '../../accounts/audit/append-audit-row.ts'
import { confirmActor, forbidden, unauthenticated } from '../../accounts/permissions.ts'
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
  /** Whether OIDC_ADMINS or, without a provider, an account with the role `admin` grants `admin` without an assignment. */
  isAdmin: boolean
  /** The account that identifies the person, where there is no provider. */
  actor: UserActor | null
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
 * authentication no longer counts. Throws 401 when the person was disabled, or their account was disabled or deleted.
 */
export async function confirmPerson(tx: Tx, person: Person): Promise<Person> {
  if (person.actor) await confirmActor(tx, person.actor)
  // Assigning and removing roles locks this row for update.
  const rows = tx.select({ disabled: users.disabled }).from(users).where(eq(users.id, person.id))
  const [row] = await rows.for('share')
  if (row?.disabled !== false) throw disabledPerson()
  return { ...person, roles: await readRoles(tx, person) }
}

export const disabledPerson = () => unauthenticated('This user was disabled; ask an admin of procurement.')

/** The assigned roles, plus `admin` for whom `isAdmin` holds. */
export async function readRoles(tx: Tx, { id, isAdmin }: Pick<Person, 'id' | 'isAdmin'>): Promise<Set<Role>> {
  const rows = await tx.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.user_id, id))
  const roles = new Set<Role>(rows.map(({ role }) => role))
  if (isAdmin) roles.add('admin')
  return roles
}
