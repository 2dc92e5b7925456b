// What came in and went out: only ever added to, so a mistake is mended by another transaction.
import { and, count, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../audit/append-audit-row.ts'
import { inventoryTransactions } from '../../db/schema/procurement.ts'
import { AppError } from '../../errors.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../../paging.ts'
import { parseInput } from '../../parse-input.ts'
import { type Outcome, runIdempotently } from '../idempotency.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { reference, note as remark } from '../procurement-fields.ts'
import { MAX_ITEM_QUANTITY } from '../quotes/quote-input.ts'
import { KEEPERS } from './inventory-items.ts'
import { book, type Transaction } from './stock.ts'

export const TYPES = ['receipt', 'issue', 'adjustment'] as const

/** The body that books one: `quantity` is above zero, an adjustment's signed and not zero. */
export const newTransaction = z
  .strictObject({
    item_id: reference,
    type: z.enum(TYPES),
    quantity: z.int().min(-MAX_ITEM_QUANTITY).max(MAX_ITEM_QUANTITY),
    note: remark.optional(),
  })
  .superRefine(({ type, quantity }, ctx) => {
    const message =
      type === 'adjustment'
        ? quantity === 0 && 'is zero, which adjusts nothing'
        : quantity < 1 && 'is not above zero'
    if (message) ctx.addIssue({ code: 'custom', path: ['quantity'], message })
  })

export const presentTransaction = (row: Transaction) => {
  const { id, occurred_at, actor, item_id, type, quantity, stock, quote_id, note } = row
  return { id, occurred_at, actor, item_id, type, quantity, stock, quote_id, note }
}
export type TransactionView = ReturnType<typeof presentTransaction>

/** Books a transaction. Throws 403, 409 (stock would go below zero) and 422. */
export async function bookTransaction(
  ctx: ProcurementContext,
  { body, key }: { body: unknown; key: string | null },
): Promise<Outcome<TransactionView>> {
  assertRole(ctx.person, KEEPERS)
  const input = parseInput(newTransaction, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, note) => {
    const person = await confirmPerson(tx, ctx.person)
    assertRole(person, KEEPERS)
    return runIdempotently(tx, ctx, { scope: 'inventory_transactions', key, input }, async () => {
      const movement = { ...input, note: input.note ?? null, quote_id: null }
      const [row] = await book(tx, { person, now: ctx.clock(), note }, [movement])
      return presentTransaction(row!)
    })
  })
}

type Filter = {
  item_id?: number | undefined
  quote_id?: number | undefined
  type?: (typeof TYPES)[number] | undefined
  paging: Paging | null
}

/** Newest first. Throws 422 `paging_required`. */
export async function listTransactions(
  { database }: ProcurementContext,
  { item_id, quote_id, type, paging }: Filter,
): Promise<Page<TransactionView>> {
  const wanted = and(
    item_id === undefined ? undefined : eq(inventoryTransactions.item_id, item_id),
    quote_id === undefined ? undefined : eq(inventoryTransactions.quote_id, quote_id),
    type && eq(inventoryTransactions.type, type),
  )
  return database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(inventoryTransactions).where(wanted)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx
      .select()
      .from(inventoryTransactions)
      .where(wanted)
      .orderBy(desc(inventoryTransactions.id))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(rows.map(presentTransaction), total, paging)
  })
}

/** Throws 404. */
export async function getTransaction({ database }: ProcurementContext, id: number): Promise<TransactionView> {
  const [row] = await database.query((tx) =>
    Number.isInteger(id)
      ? tx.select().from(inventoryTransactions).where(eq(inventoryTransactions.id, id))
      : Promise.resolve([]),
  )
  if (!row) throw new AppError('not_found', 'There is no such transaction.')
  return presentTransaction(row)
}
