import { isDeepStrictEqual } from 'node:util'
import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { auditedTransaction } from '../../accounts/audit/append-audit-row.ts'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { suppliers } from '../../platform/db/schema/procurement.ts'
import { invalid } from '../../text/errors.ts'
import type { FieldIssue } from '../../text/field-issues.ts'
import { assertRole, auditActor, confirmPerson } from '../people/person.ts'
import type { ProcurementContext } from '../people/procurement-context.ts'
import { type ImportedRow, readSupplierRows } from './supplier-csv.ts'
import { SUPPLIER_WRITERS, type Supplier } from './suppliers.ts'

/** 5,000 new suppliers with their rows of the audit log take the embedded database longer than other calls may. */
const DEADLINE_MS = 60_000

type Import = { csv: string; dryRun: boolean }
/** The numbers of suppliers. */
type Imported = { created: number; updated: number; unchanged: number; dry_run: boolean }

/**
 * Creates and changes suppliers as in the rows of a CSV text, all of them or none. A row is for the supplier with its code;
 * without a code, for the one with its id and name. A rehearsal changes nothing and gives the same answer. Throws 403, 409 (a
 * code was taken meanwhile) and 422 with the numbers of the rows.
 */
export async function importSuppliers(ctx: ProcurementContext, { csv, dryRun }: Import): Promise<Imported> {
  assertRole(ctx.person, SUPPLIER_WRITERS)
  const rows = readSupplierRows(csv)
  const patient = { ...ctx, deadlineMs: DEADLINE_MS }
  return auditedTransaction(patient, auditActor(ctx.person), async (tx, addAuditEntry) => {
    assertRole(await confirmPerson(tx, ctx.person), SUPPLIER_WRITERS)
    const matches = await matchRows(tx, rows)
    const issues = issuesOf(matches)
    if (issues.length > 0) throw invalid(issues)

    const created = matches.filter(({ supplier }) => !supplier)
    const updated = matches.flatMap(({ supplier, row }) => {
      const changes = supplier ? differences(supplier, row.changes) : {}
      return Object.keys(changes).length > 0 ? [{ id: supplier!.id, changes }] : []
    })
    if (!dryRun) {
      const now = ctx.clock()
      // Pipelined.
      const [ids] = await Promise.all([
        Promise.all(created.map(({ row }) => insert(tx, row, now))),
        Promise.all(updated.map((change) => update(tx, change, now))),
      ])
      for (const [index, { row }] of created.entries())
        addAuditEntry({
          action: 'supplier.create',
          entity: 'suppliers',
          entityId: ids[index]!,
          changes: row.changes,
        })
      for (const { id, changes } of updated)
        addAuditEntry({ action: 'supplier.update', entity: 'suppliers', entityId: id, changes })
    }
    return {
      created: created.length,
      updated: updated.length,
      unchanged: matches.length - created.length - updated.length,
      dry_run: dryRun,
    }
  })
}

/** `code` is compared: the database decides which codes are the same. */
type Match = { row: ImportedRow; code: string | null; supplier: Supplier | undefined }

/** The suppliers of rows, locked until commit. */
async function matchRows(tx: Tx, rows: readonly ImportedRow[]): Promise<Match[]> {
  const given = JSON.stringify(rows.map(({ changes }) => changes.code ?? null))
  const codes = await rowsOf<{ code: string | null }>(
    tx,
    sql`select lower(code) as code from jsonb_array_elements_text(${given}::text::jsonb) with ordinality as given (code, place)
      order by place`,
  )
  const folded = sql<string | null>`lower(${suppliers.code})`
  const isGiven = or(
    inArray(
      folded,
      codes.flatMap(({ code }) => code ?? []),
    ),
    inArray(
      suppliers.id,
      rows.flatMap(({ id }) => id ?? []),
    ),
  )
  // In the order of their ids, so that two imports wait for each other instead of deadlocking.
  const found = await tx
    .select({ supplier: suppliers, code: folded })
    .from(suppliers)
    .where(isGiven)
    .orderBy(asc(suppliers.id))
    .for('update')
  const byCode = new Map(found.map(({ code, supplier }) => [code, supplier]))
  const byId = new Map(found.map(({ supplier }) => [supplier.id, supplier]))
  return rows.map((row, index) => {
    const { code } = codes[index]!
    if (code !== null) return { row, code, supplier: byCode.get(code) }
    const supplier = row.id === null ? undefined : byId.get(row.id)
    const isSame = supplier?.code === null && supplier.name === row.changes.name
    return { row, code, supplier: isSame ? supplier : undefined }
  })
}

function issuesOf(matches: readonly Match[]): FieldIssue[] {
  const firstRows = new Map<string | number, number>()
  return matches.flatMap(({ row: { number, changes }, code, supplier }) => {
    const path = `rows.${number}.${code === null ? 'id' : 'code'}`
    if (!supplier && changes.name === undefined)
      return [{ path: `rows.${number}.name`, code: 'required', message: 'is required' }]
    if (supplier && supplier.merged_into !== null) {
      const message = `is that of a supplier that was merged into the supplier ${supplier.merged_into}`
      return [{ path, code: 'merged', message }]
    }
    const key = supplier?.id ?? code
    const first = key === null ? undefined : firstRows.get(key)
    if (first !== undefined) return [{ path, code: 'repeated', message: `is that of row ${first} too` }]
    if (key !== null) firstRows.set(key, number)
    return []
  })
}

function differences(supplier: Supplier, changes: ImportedRow['changes']): ImportedRow['changes'] {
  const fields = Object.entries(changes) as [keyof ImportedRow['changes'], unknown][]
  return Object.fromEntries(fields.filter(([field, value]) => !isDeepStrictEqual(supplier[field], value)))
}

async function insert(tx: Tx, { changes }: ImportedRow, now: Date): Promise<number> {
  // Rows without a name were refused.
  const values = { ...changes, name: changes.name!, created_at: now, updated_at: now }
  const [supplier] = await tx.insert(suppliers).values(values).returning({ id: suppliers.id })
  return supplier!.id
}

const update = (tx: Tx, { id, changes }: { id: number; changes: ImportedRow['changes'] }, now: Date) =>
  tx
    .update(suppliers)
    .set({ ...changes, version: sql`${suppliers.version} + 1`, updated_at: now })
    .where(eq(suppliers.id, id))
