// Moves quotes through their lifecycle.
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quotes } from '../../platform/db/schema/procurement.ts'
import { invalid } from '../../text/errors.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson, type Person } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { note } from '../procurement-fields.ts'
import { addApproval, removeApprovals } from './approvals.ts'
import { assertAwarded, removeAward } from './awards.ts'
import { placeOrders } from './orders.ts'
import {
  assertVerbAllowed,
  findTransition,
  type Status,
  type Transition,
  type Verb,
} from './quote-lifecycle.ts'
import { addEvent, findQuote, type Quote, type QuoteView, readContributors, readView } from './quote-rows.ts'

/** Optional body of the verbs; `reason` is another name of `note`. */
export const transitionBody = z
  .strictObject({ note: note.optional(), reason: note.optional() })
  .transform(({ note, reason }) => ({ note: note ?? reason ?? null }))

export type Move = { id: number; verb: Verb; note: string | null; ifMatch: string | null }

type Moving = {
  quote: Quote & { contributors: ReadonlySet<number> }
  person: Person
  transition: Transition
  now: Date
  addAuditEntry: AddAuditEntry
}

/** What a move comes to. `changes` stand in the row of the audit trail. */
export type Outcome = {
  to: Status
  event: string
  closedShort?: boolean
  changes?: Record<string, unknown>
}

/**
 * Moves a quote to its next status. Throws, in this order, 404 (not visible to the person), 403 (verb not allowed), 412
 * (stale `If-Match`), 409 (not possible from this status, also for the second of two parallel requests) and 422 (no reason
 * where one is needed).
 */
export const transitionQuote = (ctx: ProcurementContext, move: Move): Promise<QuoteView> =>
  auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    return moveQuote(tx, { ...move, person, now: ctx.clock(), addAuditEntry }, decide)
  })

/** As `transitionQuote`, in a transaction whose person is confirmed; `decide` says where the move leads. */
export async function moveQuote(
  tx: Tx,
  move: Move & Pick<Moving, 'person' | 'now' | 'addAuditEntry'>,
  decide: (tx: Tx, moving: Moving) => Promise<Outcome>,
): Promise<QuoteView> {
  const { id, verb, note, ifMatch, person, now, addAuditEntry } = move
  assertRole(person)
  const found = await findQuote(tx, person, id, { lock: true })
  // The contributors are read under the lock of the quote, so that no parallel edit or submission is missed.
  const quote = { ...found, contributors: await readContributors(tx, found) }
  assertVerbAllowed(person, verb, quote)
  assertFresh(ifMatch, etagOf(quote.version))
  const transition = findTransition(person, verb, quote)
  const { from, needs } = transition
  if (needs && note === null) throw invalid([{ path: needs, code: 'required', message: 'must say why' }])
  // The row of the verb stands before those of what it moves.
  const entries: Parameters<AddAuditEntry>[0][] = []
  const moving = {
    quote,
    person,
    transition,
    now,
    addAuditEntry: (entry: (typeof entries)[0]) => entries.push(entry),
  }
  const { to, event, closedShort, changes } = await decide(tx, moving)
  await tx
    .update(quotes)
    .set({
      status: to,
      version: sql`${quotes.version} + 1`,
      updated_at: now,
      ...(closedShort !== undefined && { closed_short: closedShort }),
    })
    .where(eq(quotes.id, id))
  await addEvent(tx, person, id, { event, from, to, note, now })
  addAuditEntry({
    action: `quote.${verb.replace('-', '_')}`,
    entity: 'quotes',
    entityId: id,
    changes: { number: quote.number, from, to, ...(note !== null && { note }), ...changes },
  })
  for (const entry of entries) addAuditEntry(entry)
  return readView(tx, id)
}

async function decide(tx: Tx, { transition, quote, person, now }: Moving): Promise<Outcome> {
  const { verb, from, to, event = to } = transition
  if (verb === 'approve') {
    await assertAwarded(tx, quote.id)
    const { contributors } = quote
    const { isLast, onBehalfOf } = await addApproval(tx, quote, { person, contributors, now })
    const changes = onBehalfOf === null ? {} : { on_behalf_of: onBehalfOf }
    // A quote stays submitted until enough people have approved it.
    return isLast ? { to, event, changes } : { to: from, event: 'partially_approved', changes }
  }
  // What comes back is approved anew.
  if (verb === 'return' || verb === 'reject') await removeApprovals(tx, quote.id)
  if (to === 'draft') await removeAward(tx, quote.id)
  if (verb === 'order')
    return { to, event, changes: { orders: await placeOrders(tx, quote.id, { person, now }) } }
  if (from === 'partially_received') return { to, event: 'closed_short', closedShort: true }
  return { to, event }
}
