// Suppliers: the companies that offers and orders name. Requesters see only their names, in quotes.
import { and, asc, desc, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { containsWords } from '../../platform/db/contains-words.ts'
import type { Tx } from '../../platform/db/database.ts'
import { quoteLines, quoteOffers, suppliers } from '../../platform/db/schema/procurement.ts'
import { selectPage } from '../../platform/db/select-page.ts'
import { textOrder } from '../../platform/db/text-order.ts'
import { AppError } from '../../text/errors.ts'
import type { Page, Paging } from '../../text/paging.ts'
import { parseInput } from '../../text/parse-input.ts'
import { assertFresh, etagOf } from '../../text/record-version.ts'
import { assertRole, auditActor, confirmPerson, type Role } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { newSupplier, supplierChanges } from './supplier-input.ts'

export type Supplier = typeof suppliers.$inferSelect

export const SUPPLIER_READERS: readonly Role[] = ['buyer', 'approver', 'storekeeper', 'auditor', 'admin']
export const SUPPLIER_WRITERS: readonly Role[] = ['buyer', 'admin']

export const SUPPLIER_SORTS = ['name', '-name', 'code', '-code', 'updated_at', '-updated_at'] as const

export const presentSupplier = (supplier: Supplier) => ({
  id: supplier.id,
  version: supplier.version,
  name: supplier.name,
  code: supplier.code,
  tax_id: supplier.tax_id,
  contacts: supplier.contacts,
  address: supplier.address,
  currency: supplier.currency,
  payment_terms: supplier.payment_terms,
  lead_time_days: supplier.lead_time_days,
  over_receipt_tolerance: supplier.over_receipt_tolerance,
  note: supplier.note,
  active: supplier.active,
  merged_into: supplier.merged_into,
  created_at: supplier.created_at,
  updated_at: supplier.updated_at,
})

type Filter = { q?: string | undefined; active?: boolean | undefined }
type ListRequest = Filter & {
  sort?: (typeof SUPPLIER_SORTS)[number] | undefined
  language: string
  paging: Paging | null
}

/** Suppliers by name, in the alphabet of the language, without merged ones. Throws 403 and 422 `paging_required`. */
export async function listSuppliers(
  { database, person }: ProcurementContext,
  { sort = 'name', language, paging, ...filter }: ListRequest,
): Promise<Page<Supplier>> {
  assertRole(person, SUPPLIER_READERS)
  const where = matching(filter)
  return database.readConsistently((tx) => {
    const query = tx
      .select()
      .from(suppliers)
      .where(where)
      .orderBy(...orderOf(sort, language), asc(suppliers.id))
    return selectPage(tx, { table: suppliers, where, query, paging })
  })
}

/** The same suppliers in batches, by id, for an export. Their times are not parsed, which drivers do differently. Throws 403. */
export function exportSuppliers({ database, person }: ProcurementContext, filter: Filter) {
  assertRole(person, SUPPLIER_READERS)
  return database.scan<Supplier>(
    (after, max) => sql`select * from ${suppliers}
      where ${and(matching(filter), gt(suppliers.id, after))}
      order by ${suppliers.id} limit ${max}`,
  )
}

const matching = ({ q = '', active }: Filter) =>
  and(
    isNull(suppliers.merged_into),
    active === undefined ? undefined : eq(suppliers.active, active),
    containsWords(q, [suppliers.name, suppliers.code, suppliers.tax_id, sql`${suppliers.contacts}::text`]),
  )

function orderOf(sort: (typeof SUPPLIER_SORTS)[number], language: string): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const column = suppliers[sort.replace('-', '') as 'name' | 'code' | 'updated_at']
  return [column === suppliers.updated_at ? direction(column) : direction(textOrder(column, language))]
}

/** Throws 403 and 404. */
export async function getSupplier({ database, person }: ProcurementContext, id: number): Promise<Supplier> {
  assertRole(person, SUPPLIER_READERS)
  return database.query((tx) => findSupplier(tx, id))
}

/** Throws 403, 409 (code taken, compared case-insensitively) and 422. */
export async function createSupplier(ctx: ProcurementContext, body: unknown): Promise<Supplier> {
  assertRole(ctx.person, SUPPLIER_WRITERS)
  const input = parseInput(newSupplier, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), SUPPLIER_WRITERS)
    const now = ctx.clock()
    const [supplier] = await tx
      .insert(suppliers)
      .values({ ...input, created_at: now, updated_at: now })
      .returning()
    addAuditEntry({ action: 'supplier.create', entity: 'suppliers', entityId: supplier!.id, changes: input })
    return supplier!
  })
}

type Change = { id: number; body: unknown; ifMatch: string | null }

/** Throws 403, 404, 409 (code taken, or merged into another supplier), 412 and 422. */
export async function updateSupplier(
  ctx: ProcurementContext,
  { id, body, ifMatch }: Change,
): Promise<Supplier> {
  assertRole(ctx.person, SUPPLIER_WRITERS)
  const changes = parseInput(supplierChanges, body)
  return auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), SUPPLIER_WRITERS)
    const before = await findSupplier(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(before.version))
    assertNotMerged(before)
    if (Object.keys(changes).length === 0) return before
    const [supplier] = await tx
      .update(suppliers)
      .set({ ...changes, version: sql`${suppliers.version} + 1`, updated_at: ctx.clock() })
      .where(eq(suppliers.id, id))
      .returning()
    addAuditEntry({ action: 'supplier.update', entity: 'suppliers', entityId: id, changes })
    return supplier!
  })
}

type Removal = Omit<Change, 'body'>

/** Deletes a supplier that nothing refers to. Throws 403, 404, 409 `in_use` and 412. */
export async function removeSupplier(ctx: ProcurementContext, { id, ifMatch }: Removal): Promise<void> {
  assertRole(ctx.person, SUPPLIER_WRITERS)
  await auditedTransaction(ctx, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), SUPPLIER_WRITERS)
    // No new reference is made to a locked row.
    const { version, name, code } = await findSupplier(tx, id, { lock: true })
    assertFresh(ifMatch, etagOf(version))
    await assertUnused(tx, id)
    await tx.delete(suppliers).where(eq(suppliers.id, id))
    addAuditEntry({
      action: 'supplier.delete',
      entity: 'suppliers',
      entityId: id,
      changes: { name, code },
    })
  })
}

async function assertUnused(tx: Tx, id: number) {
  const uses = [suppliers.merged_into, quoteOffers.supplier_id, quoteLines.supplier_id]
  const isUsed = or(
    ...uses.map((column) => sql`exists (select from ${column.table} where ${column} = ${id})`),
  )
  const [unused] = await tx
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.id, id), not(isUsed!)))
  if (!unused)
    throw new AppError(
      'in_use',
      'The supplier is in use and cannot be deleted; set `active` to false instead.',
    )
}

/** Throws 409 for a supplier that was merged into another one. */
export function assertNotMerged({ merged_into }: Supplier) {
  if (merged_into === null) return
  const message = `was merged into the supplier ${merged_into}`
  throw new AppError('conflict', `The supplier ${message}.`, {
    errors: [{ path: 'merged_into', code: 'merged', message }],
  })
}

/** `lock` holds off other writers, and new references to the supplier, until commit. Throws 404. */
export async function findSupplier(tx: Tx, id: number, { lock = false } = {}): Promise<Supplier> {
  const query = tx.select().from(suppliers).where(eq(suppliers.id, id))
  const [supplier] = Number.isInteger(id) ? await (lock ? query.for('update') : query) : []
  if (!supplier) throw new AppError('not_found', 'Supplier not found.')
  return supplier
}
