// Receipts, issues and adjustments. Transactions are append-only: a mistake is corrected by another transaction.
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { type IdempotentResult, runIdempotently } from '../../platform/db/idempotency.ts'
import { inventoryTransactions } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { AppError } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { MAX_ITEM_QUANTITY, note, recordId } from '../procurement-fields.ts'
import { INVENTORY_WRITERS } from './inventory-items.ts'
import { applyStockMovements, type InventoryTransaction } from './stock.ts'

export const TRANSACTION_TYPES = ['receipt', 'issue', 'adjustment'] as const

/** Body of a transaction: `quantity` is positive, except for an adjustment, where it is signed and not zero. */
export const newTransaction = z
  .strictObject({
    item_id: recordId,
    type: z.enum(TRANSACTION_TYPES),
    quantity: z.int().min(-MAX_ITEM_QUANTITY).max(MAX_ITEM_QUANTITY),
    note: note.optional(),
  })
  .superRefine(({ type, quantity }, ctx) => {
    const message =
      type === 'adjustment'
        ? quantity === 0 && 'must not be zero for an adjustment'
        : quantity < 1 && `must be at least 1 for a transaction of type ${type}`
    if (message) ctx.addIssue({ code: 'custom', path: ['quantity'], message })
  })

export const presentTransaction = (row: InventoryTransaction) => {
  const { id, occurred_at, actor, item_id, type, quantity, stock, quote_id, note } = row
  return { id, occurred_at, actor, item_id, type, quantity, stock, quote_id, note }
}
export type TransactionView = ReturnType<typeof presentTransaction>

/** Throws 403, 409 (stock would fall below zero) and 422. */
export async function createTransaction(
  ctx: ProcurementContext,
  { body, key }: { body: unknown; key: string | null },
): Promise<IdempotentResult<TransactionView>> {
  assertRole(ctx.person, INVENTORY_WRITERS)
  const input = parseInput(newTransaction, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person, INVENTORY_WRITERS)
    return runIdempotently(tx, ctx, { scope: 'inventory_transactions', key, input }, async () => {
      const movement = { ...input, note: input.note ?? null, quote_id: null }
      const booking = { person, now: ctx.clock(), addAuditEntry }
      const [row] = await applyStockMovements(tx, booking, [movement])
      return presentTransaction(row!)
    })
  })
}

type Filter = {
  item_id?: number | undefined
  quote_id?: number | undefined
  type?: (typeof TRANSACTION_TYPES)[number] | undefined
  paging: Paging | null
}

/** Newest first. Throws 422 `paging_required`. */
export async function listTransactions(
  { database }: ProcurementContext,
  { item_id, quote_id, type, paging }: Filter,
): Promise<Page<TransactionView>> {
  const where = and(
    item_id === undefined ? undefined : eq(inventoryTransactions.item_id, item_id),
    quote_id === undefined ? undefined : eq(inventoryTransactions.quote_id, quote_id),
    type && eq(inventoryTransactions.type, type),
  )
  const page = await database.readConsistently((tx) => {
    const query = tx.select().from(inventoryTransactions).where(where).orderBy(desc(inventoryTransactions.id))
    return selectPage(tx, { table: inventoryTransactions, where, query, paging })
  })
  return { ...page, items: page.items.map(presentTransaction) }
}

/** Throws 404. */
export async function getTransaction({ database }: ProcurementContext, id: number): Promise<TransactionView> {
  const [row] = await database.query((tx) =>
    Number.isInteger(id)
      ? tx.select().from(inventoryTransactions).where(eq(inventoryTransactions.id, id))
      : Promise.resolve([]),
  )
  if (!row) throw new AppError('not_found', 'Inventory transaction not found.')
  return presentTransaction(row)
}
