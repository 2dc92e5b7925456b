// The only way in which stock changes: a transaction row and the item's stock, together, under the item's lock.
import { asc, eq, inArray } from 'drizzle-orm'
import type { AddAuditEntry } from '../../audit/append-audit-row.ts'
import type { Tx } from '../../db/database.ts'
import { inventoryTransactions, items } from '../../db/schema/procurement.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Person } from '../people/person.ts'

export type Transaction = typeof inventoryTransactions.$inferSelect

export type Movement = Pick<Transaction, 'item_id' | 'type' | 'quantity' | 'note' | 'quote_id'>

type Booking = { person: Person; now: Date; note: AddAuditEntry }

const MAX_STOCK = 1_000_000_000_000

/**
 * Books movements in their order. Throws 409 when stock would go below zero or beyond 10^12, and 422 for an item that
 * there is not.
 */
export async function book(
  tx: Tx,
  { person, now, note }: Booking,
  movements: readonly Movement[],
): Promise<Transaction[]> {
  if (movements.length === 0) return []
  const stocks = await lockStocks(tx, movements)
  const rows = movements.map((movement) => {
    const stock = stocks.get(movement.item_id)
    if (stock === undefined) {
      throw invalid([{ path: 'item_id', code: 'unknown_reference', message: 'does not exist' }])
    }
    const after = stock + changeOf(movement)
    if (after < 0) throw refusal('insufficient_stock', `is more than the ${stock} on hand`)
    if (after > MAX_STOCK) throw refusal('too_much_stock', `would make the stock more than ${MAX_STOCK}`)
    stocks.set(movement.item_id, after)
    return { ...movement, occurred_at: now, actor: person.name, actor_id: person.id, stock: after }
  })
  for (const [id, stock] of stocks) await tx.update(items).set({ stock }).where(eq(items.id, id))
  const booked = await tx.insert(inventoryTransactions).values(rows).returning()
  for (const { id, type, item_id, quantity, stock, quote_id } of booked) {
    note({
      action: `inventory.${type}`,
      entity: 'inventory_transactions',
      entityId: id,
      changes: { item_id, quantity, stock, ...(quote_id !== null && { quote_id }) },
    })
  }
  return booked
}

// In the order of their ids, so that two that book the same items wait instead of blocking each other. Not the full
// lock: that would also keep quotes from referring to an item meanwhile.
async function lockStocks(tx: Tx, movements: readonly Movement[]): Promise<Map<number, number>> {
  const ids = [...new Set(movements.map(({ item_id }) => item_id))]
  const rows = await tx
    .select({ id: items.id, stock: items.stock })
    .from(items)
    .where(inArray(items.id, ids))
    .orderBy(asc(items.id))
    .for('no key update')
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

const changeOf = ({ type, quantity }: Movement) => (type === 'issue' ? -quantity : quantity)

const refusal = (code: string, message: string) =>
  new AppError('conflict', `The quantity ${message}.`, { errors: [{ path: 'quantity', code, message }] })
