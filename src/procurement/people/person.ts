// The caller of a procurement route with their roles. Roles are assigned in this service; roles in the identity
// provider's token are ignored.
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import { type UserActor, viaOf } from '../../accounts/actor.ts'
import type { AuditActor } from '../../accounts/audit/append-audit-row.ts'
import { confirmActor, forbidden, unauthenticated } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { substitutes, userRoles, users } from '../../platform/db/schema/procurement.ts'

export const ROLES = ['requester', 'buyer', 'approver', 'storekeeper', 'auditor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export type Person = {
  /** Id of the row in `users`. */
  id: number
  subject: string
  name: string
  email: string | null
  roles: ReadonlySet<Role>
  /** The approvers in whose place the person has the role `approver` today; none for an approver or an admin. */
  standsFor: readonly number[]
  /** The day of the request in UTC, such as "2026-03-31". */
  today: string
  /** Whether OIDC_ADMINS or, without a provider, an account with the role `admin` grants `admin` without an assignment. */
  isAdmin: boolean
  /** The account that identifies the person, where there is no provider; with one, that of an API token. */
  actor: UserActor | null
  /** The id of their session here; null for a token of the identity provider. */
  session: string | null
}

export const hasRole = (person: Person, roles: readonly Role[]) =>
  roles.some((role) => person.roles.has(role))

/** Throws 403 unless the person has at least one of the roles. */
export function assertRole(person: Person, roles: readonly Role[] = ROLES) {
  if (!hasRole(person, roles)) throw forbidden()
}

export const auditActor = ({ name, subject, actor }: Person): AuditActor => ({
  name,
  id: subject,
  via: viaOf(actor),
})

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
  return { ...person, ...(await readRights(tx, person)) }
}

export const disabledPerson = () => unauthenticated('This user was disabled; ask an admin of procurement.')

/** The day of an instant in UTC. */
export const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

/** The assigned roles, plus `admin` for whom `isAdmin` holds and `approver` for today's substitutes of approvers. */
export async function readRights(
  tx: Tx,
  { id, isAdmin, today }: Pick<Person, 'id' | 'isAdmin' | 'today'>,
): Promise<Pick<Person, 'roles' | 'standsFor'>> {
  const assigned = tx
    .select({ role: userRoles.role, approver: sql<number | null>`null::int` })
    .from(userRoles)
    .where(eq(userRoles.user_id, id))
  const lent = tx
    .select({ role: userRoles.role, approver: substitutes.approver_id })
    .from(substitutes)
    .innerJoin(userRoles, and(eq(userRoles.user_id, substitutes.approver_id), eq(userRoles.role, 'approver')))
    .innerJoin(users, and(eq(users.id, substitutes.approver_id), eq(users.disabled, false)))
    .where(
      and(
        eq(substitutes.substitute_id, id),
        lte(substitutes.from_day, today),
        gte(substitutes.to_day, today),
      ),
    )
  const rows = await assigned.unionAll(lent)
  const own = new Set<Role>(rows.flatMap(({ role, approver }) => (approver === null ? [role] : [])))
  if (isAdmin) own.add('admin')
  if (own.has('approver') || own.has('admin')) return { roles: own, standsFor: [] }
  const standsFor = rows.flatMap(({ approver }) => approver ?? []).sort((a, b) => a - b)
  return { roles: standsFor.length > 0 ? own.add('approver') : own, standsFor: [...new Set(standsFor)] }
}
