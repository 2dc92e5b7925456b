// Inventory items. Their stock is read here and changed only by inventory transactions.

import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { containsWords } from '../../platform/db/contains-words.ts'
import type { Tx } from '../../platform/db/database.ts'
import { inventoryTransactions, items } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { textOrder } from '../../platform/db/text-order.ts'
import { AppError } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { readOnly, singleLine } from '../procurement-fields.ts'

export type Item = typeof items.$inferSelect

export const INVENTORY_WRITERS: readonly Role[] = ['storekeeper', 'admin']

const fields = z.strictObject({
  sku: singleLine(64),
  name: singleLine(200),
  unit: singleLine(32),
  ...readOnly(...READ_ONLY_FIELDS, 'stock'),
})

/** Body of a new item. */
export const newItem = fields.transform(({ sku, name, unit }) => ({ sku, name, unit }))
/** Body of a change to an item; absent fields keep their values. */
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

/** Items by SKU, in the alphabet of the language; all words of `q` must occur. Throws 422 `paging_required`. */
export const listItems = (
  { database }: ProcurementContext,
  { q = '', language, paging }: { q?: string | undefined; language: string; paging: Paging | null },
): Promise<Page<Item>> =>
  database.readConsistently((tx) => {
    const where = containsWords(q, [items.sku, items.name])
    const query = tx.select().from(items).where(where).orderBy(textOrder(items.sku, language), asc(items.id))
    return selectPage(tx, { table: items, where, query, paging })
  })

/** Throws 404. */
export const getItem = ({ database }: ProcurementContext, id: number): Promise<Item> =>
  database.query((tx) => findItem(tx, id))

/** Creates an item with a stock of 0. Throws 403, 409 (SKU taken, compared case-insensitively) and 422. */
export async function createItem(ctx: ProcurementContext, body: unknown): Promise<Item> {
  assertRole(ctx.person, INVENTORY_WRITERS)
  const input = parseInput(newItem, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), INVENTORY_WRITERS)
    const now = ctx.clock()
    const [item] = await tx
      .insert(items)
      .values({ ...input, created_at: now, updated_at: now })
      .returning()
    addAuditEntry({ action: 'item.create', entity: 'inventory_items', entityId: item!.id, changes: input })
    return item!
  })
}

type ItemUpdate = { id: number; body: unknown; ifMatch: string | null }

/** Throws 403, 404, 409 (SKU taken, or a new unit for an item with transactions), 412 and 422. */
export async function updateItem(ctx: ProcurementContext, { id, body, ifMatch }: ItemUpdate): Promise<Item> {
  assertRole(ctx.person, INVENTORY_WRITERS)
  const changes = parseInput(itemChanges, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), INVENTORY_WRITERS)
    const before = await findItem(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(before.version))
    if (Object.keys(changes).length === 0) return before
    if (changes.unit !== undefined && changes.unit !== before.unit) await assertWithoutTransactions(tx, id)
    const [item] = await tx
      .update(items)
      .set({ ...changes, version: sql`${items.version} + 1`, updated_at: ctx.clock() })
      .where(eq(items.id, id))
      .returning()
    addAuditEntry({ action: 'item.update', entity: 'inventory_items', entityId: id, changes })
    return item!
  })
}

// A new unit would change the meaning of every booked quantity.
async function assertWithoutTransactions(tx: Tx, id: number) {
  const [transaction] = await tx
    .select({ id: inventoryTransactions.id })
    .from(inventoryTransactions)
    .where(eq(inventoryTransactions.item_id, id))
    .limit(1)
  if (!transaction) return
  const message = 'cannot be changed after the first inventory transaction'
  throw new AppError('conflict', `The unit ${message}.`, {
    errors: [{ path: 'unit', code: 'in_use', message }],
  })
}

async function findItem(tx: Tx, id: number, { lock = false } = {}): Promise<Item> {
  const query = tx.select().from(items).where(eq(items.id, id))
  const [item] = Number.isInteger(id) ? await (lock ? query.for('no key update') : query) : []
  if (!item) throw new AppError('not_found', 'Inventory item not found.')
  return item
}
