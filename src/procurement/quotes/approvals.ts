// Approval by amount: how many different people must approve a quote, and who has.
import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { approvalLimits, quoteApprovals, type quotes, users } from '../../platform/db/schema/procurement.ts'
import { isCurrency } from '../../text/currencies.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson, type Person, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'

/** Of approvers for one quote. */
const MAX_APPROVERS = 3

const LIMIT_WRITERS: readonly Role[] = ['admin']

const amounts = z
  .array(z.int().min(0))
  .max(MAX_APPROVERS)
  .refine(
    (list) => list.every((amount, index) => index === 0 || amount > list[index - 1]!),
    'must be in ascending order',
  )

/** Body of new limits; the currencies that it does not name keep theirs, and an empty list takes them away. */
export const limitChanges = z.record(
  z.string().refine(isCurrency, 'is not an ISO 4217 currency code such as EUR'),
  amounts,
)

export type Limits = z.output<typeof limitChanges>

type LimitsView = { limits: Limits; version: number }

/** By currency, the totals in minor units up to which one, two and three people approve. */
export const getLimits = ({ database }: ProcurementContext): Promise<LimitsView> =>
  database.query((tx) => readLimits(tx))

/** Throws 403, 412 and 422. */
export async function changeLimits(
  ctx: ProcurementContext,
  { body, ifMatch }: { body: unknown; ifMatch: string | null },
): Promise<LimitsView> {
  assertRole(ctx.person, LIMIT_WRITERS)
  const changes = parseInput(limitChanges, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), LIMIT_WRITERS)
    // Waits for the approvals under way, which hold the row.
    const before = await readLimits(tx, 'update')
    assertFresh(ifMatch, etagOf(before.version))
    const kept = Object.entries({ ...before.limits, ...changes }).filter(([, list]) => list.length > 0)
    const limits = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
    const version = before.version + 1
    await tx.update(approvalLimits).set({ limits, version, updated_at: ctx.clock() })
    addAuditEntry({ action: 'approval_limits.update', entity: 'approval_limits', entityId: 1, changes })
    return { limits, version }
  })
}

async function readLimits(tx: Tx, lock?: 'share' | 'update'): Promise<LimitsView> {
  const { limits, version } = approvalLimits
  const query = tx.select({ limits, version }).from(approvalLimits)
  const [row] = await (lock ? query.for(lock) : query)
  return row!
}

type Amount = Pick<typeof quotes.$inferSelect, 'currency' | 'total'>

const approversFor = ({ currency, total }: Amount, limits: Limits) =>
  Math.min(MAX_APPROVERS, 1 + (limits[currency] ?? []).filter((limit) => total > limit).length)

/** The number of different people who must approve such a quote, by the limits of now. */
export const readApproversNeeded = async (tx: Tx, quote: Amount) =>
  approversFor(quote, (await readLimits(tx)).limits)

const principals = alias(users, 'principals')

/** The approvals of a quote, oldest first. */
export async function readApprovals(tx: Tx, quoteId: number) {
  const { approver_id, approved_at } = quoteApprovals
  const { on_behalf_of } = quoteApprovals
  const rows = await tx
    .select({
      approver: { id: approver_id, display_name: users.display_name },
      on_behalf_of: { id: principals.id, display_name: principals.display_name },
      approved_at,
    })
    .from(quoteApprovals)
    .innerJoin(users, eq(users.id, approver_id))
    .leftJoin(principals, eq(principals.id, on_behalf_of))
    .where(eq(quoteApprovals.quote_id, quoteId))
    .orderBy(asc(approved_at), asc(approver_id))
  return rows
}

type Approval = { person: Person; contributors: ReadonlySet<number>; now: Date }

/**
 * Adds the approval of a person to a quote that the transaction has locked. `isLast`: the quote needs no other one; the limits
 * stay as they are until commit. `onBehalfOf` is the approver in whose place a substitute approved. Throws 409 for a second
 * approval of an approver.
 */
export async function addApproval(
  tx: Tx,
  quote: Amount & { id: number },
  { person: { id, standsFor }, contributors, now }: Approval,
): Promise<{ isLast: boolean; onBehalfOf: number | null }> {
  const { approver_id, on_behalf_of } = quoteApprovals
  const given = await tx
    .select({ approver_id, on_behalf_of })
    .from(quoteApprovals)
    .where(eq(quoteApprovals.quote_id, quote.id))
  if (given.some((approval) => approval.approver_id === id)) throw approvedAlready('your approval')
  const counted = new Set(given.map((approval) => approval.on_behalf_of ?? approval.approver_id))
  const isFree = (approver: number) => !counted.has(approver) && !contributors.has(approver)
  const onBehalfOf = standsFor.find(isFree) ?? null
  if (standsFor.length > 0 && onBehalfOf === null)
    throw approvedAlready('the approval of the approver for whom you stand in')
  if (counted.has(id)) throw approvedAlready('the approval of your substitute')
  await tx
    .insert(quoteApprovals)
    .values({ quote_id: quote.id, approver_id: id, on_behalf_of: onBehalfOf, approved_at: now })
  const { limits } = await readLimits(tx, 'share')
  return { isLast: given.length + 1 >= approversFor(quote, limits), onBehalfOf }
}

function approvedAlready(whose: string) {
  const message = `has ${whose} already; it needs that of another approver`
  return new AppError('conflict', `The quote ${message}.`, {
    errors: [{ path: 'approvals', code: 'already_approved', message }],
  })
}

export const removeApprovals = (tx: Tx, quoteId: number) =>
  tx.delete(quoteApprovals).where(eq(quoteApprovals.quote_id, quoteId))
