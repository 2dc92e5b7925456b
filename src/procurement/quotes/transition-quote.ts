import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../audit/append-audit-row.ts'
import { quotes } from '../../db/schema/procurement.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import { book } from '../inventory/stock.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { note } from '../procurement-fields.ts'
import { assertMayEver, transitionOf, type Verb } from './quote-lifecycle.ts'
import { addEvent, findQuote, linesOf, type QuoteView, readView } from './quote-rows.ts'

/** The body of a verb, which may be left out. */
export const moveBody = z.strictObject({ note: note.optional() })

type Move = { id: number; verb: Verb; note: string | null; ifMatch: string | null }

/**
 * Takes a quote one step further; receiving books what was ordered. Throws, in this order, 404 (none that the person
 * sees), 403 (not theirs to do), 412 and 409 (not from this state, or of two at once the second).
 */
export async function moveQuote(ctx: ProcurementContext, move: Move): Promise<QuoteView> {
  const { id, verb, note, ifMatch } = move
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, noteForAudit) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person)
    const quote = await findQuote(tx, person, id, true)
    assertMayEver(person, verb, quote)
    assertFresh(ifMatch, etagOf(quote.version))
    const { from, to } = transitionOf(person, verb, quote)
    const now = ctx.clock()
    await tx
      .update(quotes)
      .set({ status: to, version: sql`${quotes.version} + 1`, updated_at: now })
      .where(eq(quotes.id, id))
    await addEvent(tx, person, id, { event: to, from, to, note, now })
    if (to === 'received') {
      const lines = await linesOf(tx, id)
      const moves = lines.flatMap(({ item_id, quantity }) =>
        item_id === null
          ? []
          : [{ item_id, type: 'receipt' as const, quantity, note: quote.number, quote_id: id }],
      )
      await book(tx, { person, now, note: noteForAudit }, moves)
    }
    return readView(tx, id)
  })
}
