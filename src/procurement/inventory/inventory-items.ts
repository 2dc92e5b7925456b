// What is kept in stock. Stock is read here and changed by transactions alone.
import { asc, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../audit/append-audit-row.ts'
import type { Tx } from '../../db/database.ts'
import { inventoryTransactions, items } from '../../db/schema/procurement.ts'
import { AppError } from '../../errors.ts'
import { type Page, type Paging, pageOf, pagingRequired } from '../../paging.ts'
import { parseInput } from '../../parse-input.ts'
import { assertFresh, etagOf } from '../../record-version.ts'
import { assertRole, auditActor, confirmPerson, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../procurement-context.ts'
import { line, readOnly } from '../procurement-fields.ts'

export type Item = typeof items.$inferSelect

export const KEEPERS: readonly Role[] = ['storekeeper', 'admin']

const fields = z.strictObject({
  sku: line(64),
  name: line(200),
  unit: line(32),
  ...readOnly('id', 'version', 'stock', 'created_at', 'updated_at'),
})

/** The body that makes an item. */
export const newItem = fields.transform(({ sku, name, unit }) => ({ sku, name, unit }))
/** The body that changes one. */
export const itemChanges = fields.partial().transform(({ sku, name, unit }) => ({
  ...(sku !== undefined && { sku }),
  ...(name !== undefined && { name }),
  ...(unit !== undefined && { unit }),
}))

export const presentItem = ({ id, version, sku, name, unit, stock, created_at, updated_at }: Item) => ({
  id,
  version,
  sku,
  name,
  unit,
  stock,
  created_at,
  updated_at,
})

/** By SKU. Throws 422 `paging_required`. */
export async function listItems(
  { database }: ProcurementContext,
  paging: Paging | null,
): Promise<Page<Item>> {
  return database.readConsistently(async (tx) => {
    const [counted] = await tx.select({ total: count() }).from(items)
    const total = counted?.total ?? 0
    if (!paging && pagingRequired(total)) throw pagingRequired(total)
    const query = tx
      .select()
      .from(items)
      .orderBy(asc(sql`lower(${items.sku})`))
    const rows = await (paging
      ? query.limit(paging.perPage).offset((paging.page - 1) * paging.perPage)
      : query)
    return pageOf(rows, total, paging)
  })
}

/** Throws 404. */
export const getItem = ({ database }: ProcurementContext, id: number): Promise<Item> =>
  database.query((tx) => find(tx, id))

/** Makes an item without stock. Throws 403, 409 (SKU taken, whatever its case) and 422. */
export async function createItem(ctx: ProcurementContext, body: unknown): Promise<Item> {
  assertRole(ctx.person, KEEPERS)
  const input = parseInput(newItem, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, note) => {
    assertRole(await confirmPerson(tx, ctx.person), KEEPERS)
    const now = ctx.clock()
    const [item] = await tx
      .insert(items)
      .values({ ...input, created_at: now, updated_at: now })
      .returning()
    note({ action: 'item.create', entity: 'inventory_items', entityId: item!.id, changes: input })
    return item!
  })
}

type Change = { id: number; body: unknown; ifMatch: string | null }

/** Throws 403, 404, 409 (SKU taken; another unit for what was counted already), 412 and 422. */
export async function changeItem(ctx: ProcurementContext, { id, body, ifMatch }: Change): Promise<Item> {
  assertRole(ctx.person, KEEPERS)
  const changes = parseInput(itemChanges, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, note) => {
    assertRole(await confirmPerson(tx, ctx.person), KEEPERS)
    const before = await find(tx, id, true)
    assertFresh(ifMatch, etagOf(before.version))
    if (Object.keys(changes).length === 0) return before
    if (changes.unit !== undefined && changes.unit !== before.unit) await assertUncounted(tx, id)
    const [item] = await tx
      .update(items)
      .set({ ...changes, version: sql`${items.version} + 1`, updated_at: ctx.clock() })
      .where(eq(items.id, id))
      .returning()
    note({ action: 'item.update', entity: 'inventory_items', entityId: id, changes })
    return item!
  })
}

// Three boxes are not three pieces.
async function assertUncounted(tx: Tx, id: number) {
  const [booked] = await tx
    .select({ id: inventoryTransactions.id })
    .from(inventoryTransactions)
    .where(eq(inventoryTransactions.item_id, id))
    .limit(1)
  if (!booked) return
  const message = 'cannot change once something was booked'
  throw new AppError('conflict', `The unit ${message}.`, {
    errors: [{ path: 'unit', code: 'in_use', message }],
  })
}

async function find(tx: Tx, id: number, lock = false): Promise<Item> {
  const query = tx.select().from(items).where(eq(items.id, id))
  const [item] = Number.isInteger(id) ? await (lock ? query.for('no key update') : query) : []
  if (!item) throw new AppError('not_found', 'There is no such item.')
  return item
}
