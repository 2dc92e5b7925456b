// Deliveries of what was ordered, as often as they come, and returns to the supplier. Each books stock in the same transaction.
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import { quoteLines, quoteReceiptLines, quoteReceipts } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { applyStockMovements } from '../inventory/stock.ts'
import { auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { MAX_ITEM_QUANTITY, note, recordId } from '../procurement-fields.ts'
import { MAX_LINES } from '../quotes/quote-input.ts'
import { findQuote, mostOf, type QuoteView, readLines, type StoredLine } from '../quotes/quote-rows.ts'
import { moveQuote } from '../quotes/transition-quote.ts'

const lines = z
  .array(z.strictObject({ line_id: recordId, quantity: z.int().min(1).max(MAX_ITEM_QUANTITY) }))
  .min(1)
  .max(MAX_LINES)

/** Body of a delivery; without `lines` all that is open has come. */
export const delivery = z
  .strictObject({ lines: lines.optional(), note: note.optional() })
  .transform(({ lines = null, note = null }) => ({ lines, note }))

/** Body of a return to the supplier. */
export const goodsReturn = z
  .strictObject({ lines, reason: note })
  .transform(({ lines, reason }) => ({ lines, note: reason }))

type Quantity = z.output<typeof lines>[number]
type Request = { id: number; body: unknown; key: string | null; ifMatch: string | null }
type Kind = 'receipt' | 'return'

/**
 * Books a delivery, whole or in part. Throws, in this order, 404, 403, 412, 409 (not ordered) and 422 (lines of other quotes),
 * then 409 `over_receipt` and 409 for stock above its maximum.
 */
export const receiveGoods = (ctx: ProcurementContext, { body, ...request }: Request) =>
  moveGoods(ctx, 'receipt', { ...request, ...parseInput(delivery, body) })

/**
 * Books what goes back to the supplier, which is open again unless the rest of the order was cancelled. Throws as
 * `receiveGoods`, and 409 for more than has come or is in stock.
 */
export const returnGoods = (ctx: ProcurementContext, { body, ...request }: Request) =>
  moveGoods(ctx, 'return', { ...request, ...parseInput(goodsReturn, body) })

type Movement = Omit<Request, 'body'> & { lines: readonly Quantity[] | null; note: string | null }

function moveGoods(
  ctx: ProcurementContext,
  kind: Kind,
  { id, key, ifMatch, lines: given, note }: Movement,
): Promise<IdempotentResult<QuoteView>> {
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    const input = { id, lines: given, note }
    const now = ctx.clock()
    return runIdempotently(tx, ctx, { scope: `quote_${kind}s`, key, input }, () => {
      const verb = kind === 'receipt' ? 'receive' : 'return-goods'
      return moveQuote(
        tx,
        { id, verb, note, ifMatch, person, now, addAuditEntry },
        async (_, { quote, transition, addAuditEntry }) => {
          const known = await readLines(tx, quote.id)
          const moved = pairLines(known, given)
          const sign = kind === 'receipt' ? 1 : -1
          for (const [index, { line, quantity }] of moved.entries())
            assertPossible(`lines.${index}.quantity`, line, sign * quantity)
          await insertReceipt(tx, { quote_id: quote.id, kind, occurred_at: now, person, note, moved })
          for (const { line, quantity } of moved)
            await tx
              .update(quoteLines)
              .set({ received: sql`${quoteLines.received} + ${sign * quantity}` })
              .where(eq(quoteLines.id, line.id))
          const movements = moved.flatMap(({ line: { item_id }, quantity }) =>
            item_id === null
              ? []
              : [
                  {
                    item_id,
                    type: kind === 'receipt' ? ('receipt' as const) : ('issue' as const),
                    quantity,
                    note: quote.number,
                    quote_id: quote.id,
                  },
                ],
          )
          await applyStockMovements(tx, { person, now, addAuditEntry }, movements)
          const received = new Map(known.map(({ id, received }) => [id, received]))
          for (const { line, quantity } of moved)
            received.set(line.id, received.get(line.id)! + sign * quantity)
          const isComplete =
            quote.closed_short || known.every((line) => received.get(line.id)! >= line.quantity)
          const hasNothing = known.every((line) => received.get(line.id) === 0)
          const to = isComplete ? 'received' : hasNothing ? 'ordered' : 'partially_received'
          const changes = { lines: moved.map(({ line, quantity }) => ({ line_id: line.id, quantity })) }
          return { to, event: transition.event ?? to, changes }
        },
      )
    })
  })
}

type Moved = { line: StoredLine; quantity: number }

/** The lines of the quote that a body names, or all that is open. Throws 422. */
function pairLines(known: readonly StoredLine[], given: readonly Quantity[] | null): Moved[] {
  if (!given)
    return known.flatMap((line) =>
      line.received < line.quantity ? [{ line, quantity: line.quantity - line.received }] : [],
    )
  const issues: FieldIssue[] = []
  const seen = new Set<number>()
  const moved = given.flatMap(({ line_id, quantity }, index) => {
    const path = `lines.${index}.line_id`
    const line = known.find(({ id }) => id === line_id)
    if (!line) issues.push({ path, code: 'unknown_reference', message: 'is no line of this quote' })
    else if (seen.has(line_id)) issues.push({ path, code: 'repeated', message: 'must be given only once' })
    seen.add(line_id)
    return line ? [{ line, quantity }] : []
  })
  if (issues.length > 0) throw invalid(issues)
  return moved
}

function assertPossible(path: string, line: StoredLine, change: number) {
  const { received } = line
  const after = received + change
  if (after < 0) throw impossible(path, 'over_return', `exceeds the ${received} that have come`)
  const most = mostOf(line)
  if (change > 0 && after > most)
    throw impossible(path, 'over_receipt', `exceeds the ${Math.max(0, most - received)} that may still come`)
}

const impossible = (path: string, code: string, message: string) =>
  new AppError('conflict', `The quantity ${message}.`, { errors: [{ path, code, message }] })

type NewReceipt = Pick<typeof quoteReceipts.$inferInsert, 'quote_id' | 'kind' | 'occurred_at' | 'note'> & {
  person: { id: number; name: string }
  moved: readonly Moved[]
}

async function insertReceipt(tx: Tx, { person, moved, ...values }: NewReceipt) {
  const [receipt] = await tx
    .insert(quoteReceipts)
    .values({ ...values, actor: person.name, actor_id: person.id })
    .returning({ id: quoteReceipts.id })
  await tx
    .insert(quoteReceiptLines)
    .values(moved.map(({ line, quantity }) => ({ receipt_id: receipt!.id, line_id: line.id, quantity })))
}

/** Deliveries and returns of a quote, oldest first. Throws 404 and 422 `paging_required`. */
export const listReceipts = (
  { database, person }: ProcurementContext,
  { id, paging }: { id: number; paging: Paging | null },
): Promise<Page<ReceiptView>> =>
  database.readConsistently(async (tx) => {
    const quote = await findQuote(tx, person, id)
    const where = eq(quoteReceipts.quote_id, quote.id)
    const query = tx.select().from(quoteReceipts).where(where).orderBy(asc(quoteReceipts.id))
    const page = await selectPage(tx, { table: quoteReceipts, where, query, paging })
    const rows = await tx
      .select()
      .from(quoteReceiptLines)
      .where(
        inArray(
          quoteReceiptLines.receipt_id,
          page.items.map((receipt) => receipt.id),
        ),
      )
      .orderBy(asc(quoteReceiptLines.line_id))
    const byReceipt = Map.groupBy(rows, ({ receipt_id }) => receipt_id)
    const items = page.items.map(({ id, kind, occurred_at, actor, note }) => ({
      id,
      kind,
      occurred_at,
      actor,
      note,
      lines: (byReceipt.get(id) ?? []).map(({ line_id, quantity }) => ({ line_id, quantity })),
    }))
    return { ...page, items }
  })

type ReceiptView = Pick<
  typeof quoteReceipts.$inferSelect,
  'id' | 'kind' | 'occurred_at' | 'actor' | 'note'
> & {
  lines: Quantity[]
}
