import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type AddAuditEntry, auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quotes } from '../../platform/db/schema/procurement.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { applyStockMovements } from '../inventory/stock.ts'
import { assertRole, auditActor, confirmPerson, type Person } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { note } from '../procurement-fields.ts'
import { assertVerbAllowed, findTransition, type Verb } from './quote-lifecycle.ts'
import {
  addEvent,
  findQuote,
  type Quote,
  type QuoteView,
  readContributors,
  readLines,
  readView,
} from './quote-rows.ts'

/** Optional body of every verb. */
export const transitionBody = z.strictObject({ note: note.optional() })

type Request = { id: number; verb: Verb; note: string | null; ifMatch: string | null }

/**
 * Moves a quote to its next status; `receive` also books its lines into inventory. Throws, in this order, 404 (not
 * visible to the person), 403 (verb not allowed), 412 (stale `If-Match`) and 409 (not possible from this status, also
 * for the second of two parallel requests).
 */
export async function transitionQuote(ctx: ProcurementContext, request: Request): Promise<QuoteView> {
  const { id, verb, note, ifMatch } = request
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const quote = await findQuote(tx, person, id, { lock: true })
    // The contributors are read under the lock of the quote, so that no parallel edit or submission is missed.
    const state = { ...quote, contributors: await readContributors(tx, quote) }
    assertVerbAllowed(person, verb, state)
    assertFresh(ifMatch, etagOf(quote.version))
    const { from, to } = findTransition(person, verb, state)
    const now = ctx.clock()
    await tx
      .update(quotes)
      .set({ status: to, version: sql`${quotes.version} + 1`, updated_at: now })
      .where(eq(quotes.id, id))
    await addEvent(tx, person, id, { event: to, from, to, note, now })
    if (to === 'received') await bookReceipts(tx, quote, { person, now, addAuditEntry })
    return readView(tx, id)
  })
}

async function bookReceipts(
  tx: Tx,
  quote: Quote,
  booking: { person: Person; now: Date; addAuditEntry: AddAuditEntry },
) {
  const movements = (await readLines(tx, quote.id)).flatMap(({ item_id, quantity }) =>
    item_id === null
      ? []
      : [{ item_id, type: 'receipt' as const, quantity, note: quote.number, quote_id: quote.id }],
  )
  await applyStockMovements(tx, booking, movements)
}
