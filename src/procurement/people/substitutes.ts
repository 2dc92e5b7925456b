// Substitutes approve in the place of an approver, from one day to another.
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { forbidden } from '../../accounts/permissions.ts'
import type { Tx } from '../../platform/db/database.ts'
import { substitutes, userRoles, users } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { readOnly, recordId } from '../procurement-fields.ts'
import { assertRole, auditActor, confirmPerson, dayOf, hasRole, type Role } from './person.ts'
import type { ProcurementContext } from './procurement-context.ts'
import { assertPersonProved } from './procurement-users.ts'

/** Approvers choose for themselves, admins for everybody. */
export const SUBSTITUTE_WRITERS: readonly Role[] = ['approver', 'admin']

const MAX_DAYS = 366
const DAY_MS = 86_400_000

const day = z.iso.date('must be a day such as 2026-03-31')

/** Body of a new substitute; both days are included. */
export const substituteBody = z.strictObject({
  approver: recordId,
  substitute: recordId,
  from: day,
  to: day,
  ...readOnly(...READ_ONLY_FIELDS, 'approver_name', 'substitute_name'),
})

const newSubstitute = substituteBody
  .transform(({ approver, substitute, from, to }) => ({ approver, substitute, from, to }))
  .superRefine(({ approver, substitute, from, to }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (approver === substitute) refuse('substitute', 'must be another person than the approver')
    if (to < from) refuse('to', 'must not be before the first day')
    else if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS)
      refuse('to', `must be at most ${MAX_DAYS} days, the first one included`)
  })

const approvers = alias(users, 'approvers')
const stands = alias(users, 'stands')

const columns = {
  id: substitutes.id,
  version: substitutes.version,
  approver: substitutes.approver_id,
  approver_name: approvers.display_name,
  substitute: substitutes.substitute_id,
  substitute_name: stands.display_name,
  from: substitutes.from_day,
  to: substitutes.to_day,
  created_at: substitutes.created_at,
  updated_at: substitutes.updated_at,
}

const selectViews = (tx: Tx) =>
  tx
    .select(columns)
    .from(substitutes)
    .innerJoin(approvers, eq(approvers.id, substitutes.approver_id))
    .innerJoin(stands, eq(stands.id, substitutes.substitute_id))
    .$dynamic()

export type SubstituteView = Awaited<ReturnType<typeof selectViews>>[number]

/** Those of today and of days to come, by their first day. Throws 403 and 422 `paging_required`. */
export async function listSubstitutes(
  { database, person, clock }: ProcurementContext,
  paging: Paging | null,
): Promise<Page<SubstituteView>> {
  assertRole(person)
  const where = gte(substitutes.to_day, dayOf(clock()))
  return database.readConsistently((tx) => {
    const query = selectViews(tx).where(where).orderBy(asc(substitutes.from_day), asc(substitutes.id))
    return selectPage(tx, { table: substitutes, where, query, paging })
  })
}

/** The people whom a substitute can be chosen among, and which of them are approvers, by name. Throws 403. */
export async function listCandidates({ database, person }: ProcurementContext) {
  assertRole(person, SUBSTITUTE_WRITERS)
  const items = await database.query((tx) =>
    tx
      .select({
        id: users.id,
        display_name: users.display_name,
        is_approver: sql<boolean>`${userRoles.role} is not null`,
      })
      .from(users)
      .leftJoin(userRoles, and(eq(userRoles.user_id, users.id), eq(userRoles.role, 'approver')))
      .where(eq(users.disabled, false))
      .orderBy(asc(users.display_name), asc(users.id)),
  )
  return { items }
}

/** Lends a role, as `assignRole` gives one. Throws 403 (another approver's, unless as an admin; without a proof), and 422. */
export async function createSubstitute(ctx: ProcurementContext, body: unknown): Promise<SubstituteView> {
  assertRole(ctx.person, SUBSTITUTE_WRITERS)
  const input = parseInput(newSubstitute, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    await assertMayChoose(tx, ctx, input.approver)
    const now = ctx.clock()
    if (input.to < dayOf(now))
      throw invalid([{ path: 'to', code: 'past', message: 'must not be in the past' }])
    await assertSuitable(tx, input)
    await assertPersonProved(tx, ctx)
    const [row] = await tx
      .insert(substitutes)
      .values({
        approver_id: input.approver,
        substitute_id: input.substitute,
        from_day: input.from,
        to_day: input.to,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: substitutes.id })
    const { id } = row!
    addAuditEntry({ action: 'substitute.create', entity: 'substitutes', entityId: id, changes: input })
    const [view] = await selectViews(tx).where(eq(substitutes.id, id))
    return view!
  })
}

/** Ends a substitution at once. Throws 403, 404 and 412. */
export async function deleteSubstitute(
  ctx: ProcurementContext,
  { id, ifMatch }: { id: number; ifMatch: string | null },
): Promise<void> {
  assertRole(ctx.person, SUBSTITUTE_WRITERS)
  await auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const [row] = Number.isInteger(id)
      ? await tx.select().from(substitutes).where(eq(substitutes.id, id)).for('update')
      : []
    if (!row) throw new AppError('not_found', 'Substitute not found.')
    await assertMayChoose(tx, ctx, row.approver_id)
    assertFresh(ifMatch, etagOf(row.version))
    await lockPerson(tx, row.substitute_id)
    await tx.delete(substitutes).where(eq(substitutes.id, id))
    const changes = {
      approver: row.approver_id,
      substitute: row.substitute_id,
      from: row.from_day,
      to: row.to_day,
    }
    addAuditEntry({ action: 'substitute.delete', entity: 'substitutes', entityId: id, changes })
  })
}

async function assertMayChoose(tx: Tx, ctx: ProcurementContext, approver: number) {
  const person = await confirmPerson(tx, ctx.person)
  assertRole(person, SUBSTITUTE_WRITERS)
  if (person.id !== approver && !hasRole(person, ['admin'])) throw forbidden()
}

// Whoever acts as a person holds their row until commit, so that what is decided meanwhile is decided before or after this.
const lockPerson = (tx: Tx, id: number) =>
  tx.select({ disabled: users.disabled }).from(users).where(eq(users.id, id)).for('update')

async function assertSuitable(tx: Tx, { approver, substitute }: z.output<typeof newSubstitute>) {
  const issues: FieldIssue[] = []
  const [role] = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.user_id, approver), eq(userRoles.role, 'approver')))
  if (!role) issues.push({ path: 'approver', code: 'unknown_reference', message: 'is no approver' })
  const [person] = await lockPerson(tx, substitute)
  if (!person) issues.push({ path: 'substitute', code: 'unknown_reference', message: 'does not exist' })
  else if (person.disabled) issues.push({ path: 'substitute', code: 'disabled', message: 'is disabled' })
  if (issues.length > 0) throw invalid(issues)
}
