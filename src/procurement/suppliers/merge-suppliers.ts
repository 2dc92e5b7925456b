import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quoteLines, quoteOffers, suppliers } from '../../platform/db/schema/procurement.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { merger } from './supplier-input.ts'
import { assertNotMerged, SUPPLIER_WRITERS, type Supplier } from './suppliers.ts'

type Merger = { id: number; body: unknown; ifMatch: string | null }

/**
 * Merges a supplier into another one, which is returned. The merged one stays as an inactive record that names the other,
 * and leaves the lists; its offers and awarded lines are the other's from then on. Throws 403, 404, 409 (one of them was merged
 * before, or both have an offer for the same quote), 412 and 422 (into itself, or unknown).
 */
export async function mergeSupplier(
  ctx: ProcurementContext,
  { id, body, ifMatch }: Merger,
): Promise<Supplier> {
  assertRole(ctx.person, SUPPLIER_WRITERS)
  const { into } = parseInput(merger, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), SUPPLIER_WRITERS)
    // In the order of their ids, so that two mergers of the same suppliers wait for each other instead of deadlocking.
    const rows = Number.isInteger(id)
      ? await tx
          .select()
          .from(suppliers)
          .where(inArray(suppliers.id, [id, into]))
          .orderBy(asc(suppliers.id))
          // New offers wait, but not awards, which refer to suppliers while they hold offers.
          .for('no key update')
      : []
    const merged = rows.find((row) => row.id === id)
    const target = rows.find((row) => row.id === into)
    if (!merged) throw new AppError('not_found', 'Supplier not found.')
    assertFresh(ifMatch, etagOf(merged.version))
    if (id === into) throw invalid([{ path: 'into', code: 'invalid', message: 'must be another supplier' }])
    if (!target) throw invalid([{ path: 'into', code: 'unknown_reference', message: 'does not exist' }])
    assertNotMerged(merged)
    assertNotMerged(target)
    const raised = { version: sql`${suppliers.version} + 1`, updated_at: ctx.clock() }
    await moveOffers(tx, id, into)
    // Suppliers that were merged into this one before name the last of the chain.
    await tx.update(suppliers).set({ merged_into: into }).where(eq(suppliers.merged_into, id))
    await tx
      .update(suppliers)
      .set({ ...raised, active: false, merged_into: into })
      .where(eq(suppliers.id, id))
    addAuditEntry({
      action: 'supplier.merge',
      entity: 'suppliers',
      entityId: id,
      changes: { into, name: merged.name, into_name: target.name },
    })
    return target
  })
}

async function moveOffers(tx: Tx, id: number, into: number) {
  const other = alias(quoteOffers, 'other')
  const [both] = await tx
    .select({ quote_id: quoteOffers.quote_id })
    .from(quoteOffers)
    .innerJoin(other, and(eq(other.quote_id, quoteOffers.quote_id), eq(other.supplier_id, into)))
    .where(eq(quoteOffers.supplier_id, id))
    .limit(1)
  if (both) {
    const message = `have both made an offer for the quote with the id ${both.quote_id}; delete one of them, or set the duplicate inactive`
    throw new AppError('conflict', `The suppliers ${message}.`, {
      errors: [{ path: 'into', code: 'both_offered', message }],
    })
  }
  await tx.update(quoteOffers).set({ supplier_id: into }).where(eq(quoteOffers.supplier_id, id))
  await tx.update(quoteLines).set({ supplier_id: into }).where(eq(quoteLines.supplier_id, id))
}
