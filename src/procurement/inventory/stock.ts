// Stock changes only here: a transaction row and the item's new stock are written together under the item's lock, and
// stock stays between 0 and MAX_STOCK. A check constraint of the table guards the lower bound as well.
import { asc, eq, inArray } from 'drizzle-orm'
import type { AddAuditEntry } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { inventoryTransactions, items } from '../../platform/db/schema/procurement.ts'
import { AppError, invalid } from '../../text/errors.ts'
import type { Person } from '../people/person.ts'

export type InventoryTransaction = typeof inventoryTransactions.$inferSelect

export type StockMovement = Pick<InventoryTransaction, 'item_id' | 'type' | 'quantity' | 'note' | 'quote_id'>

type Booking = { person: Person; now: Date; addAuditEntry: AddAuditEntry }

const MAX_STOCK = 1_000_000_000_000

/**
 * Applies the movements in order and adds an audit entry for each. Throws 409 when stock would fall below zero or
 * exceed 10^12, and 422 for an unknown item.
 */
export async function applyStockMovements(
  tx: Tx,
  { person, now, addAuditEntry }: Booking,
  movements: readonly StockMovement[],
): Promise<InventoryTransaction[]> {
  if (movements.length === 0) return []
  const stocks = await lockStocks(tx, movements)
  const rows = movements.map((movement) => {
    const stock = stocks.get(movement.item_id)
    if (stock === undefined) {
      throw invalid([{ path: 'item_id', code: 'unknown_reference', message: 'does not exist' }])
    }
    const newStock = stock + signedQuantity(movement)
    assertStockInRange(newStock, stock)
    stocks.set(movement.item_id, newStock)
    return { ...movement, occurred_at: now, actor: person.name, actor_id: person.id, stock: newStock }
  })
  for (const [id, stock] of stocks) await tx.update(items).set({ stock }).where(eq(items.id, id))
  const transactions = await tx.insert(inventoryTransactions).values(rows).returning()
  for (const { id, type, item_id, quantity, stock, quote_id } of transactions) {
    addAuditEntry({
      action: `inventory.${type}`,
      entity: 'inventory_transactions',
      entityId: id,
      changes: { item_id, quantity, stock, ...(quote_id !== null && { quote_id }) },
    })
  }
  return transactions
}

// Locks the items in id order, so that parallel bookings of the same items wait instead of deadlocking. `for no key update`
// still lets quotes insert foreign keys to the items; `for update` would block them.
async function lockStocks(tx: Tx, movements: readonly StockMovement[]): Promise<Map<number, number>> {
  const ids = [...new Set(movements.map(({ item_id }) => item_id))]
  const rows = await tx
    .select({ id: items.id, stock: items.stock })
    .from(items)
    .where(inArray(items.id, ids))
    .orderBy(asc(items.id))
    .for('no key update')
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

const signedQuantity = ({ type, quantity }: StockMovement) => (type === 'issue' ? -quantity : quantity)

function assertStockInRange(newStock: number, stock: number) {
  if (newStock < 0) throw stockConflict('insufficient_stock', `exceeds the ${stock} in stock`)
  if (newStock > MAX_STOCK) {
    throw stockConflict('too_much_stock', `would raise the stock above the maximum of ${MAX_STOCK}`)
  }
}

const stockConflict = (code: string, message: string) =>
  new AppError('conflict', `The quantity ${message}.`, { errors: [{ path: 'quantity', code, message }] })
