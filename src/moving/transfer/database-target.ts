// Imports into a database: one transaction, with ids, versions, positions and timestamps as in the archive.

import { eq, getTableName, inArray, sql } from 'drizzle-orm'
import type { ContentContext } from '../../content/content-context.ts'
import type { Resource, Row } from '../../content/definition/define-resource.ts'
import { columnsOf } from '../../content/definition/find-record.ts'
import { type Input, parseRecord } from '../../content/definition/parse-record.ts'
import { addFirstRevisions, addRevision } from '../../content/history/revisions.ts'
import { hasDeletedRecords } from '../../content/history/trash.ts'
import { keepsPublicSlug, lastPublicSlug } from '../../content/rules/visibility.ts'
import { rowsOf, type Tx } from '../../platform/db/database.ts'
import { adminUsers } from '../../platform/db/schema/auth.ts'
import { AppError } from '../../text/errors.ts'
import { READ_ONLY_FIELDS } from '../../text/record-fields.ts'
import { type ArchivedRecord, resourceFile, TransferError } from './archive-format.ts'
import type { Change, Target } from './import-target.ts'
import { scan } from './scan-table.ts'

export const readAccounts = async (tx: Tx) => {
  const rows = await tx.select({ id: adminUsers.id, email: adminUsers.email }).from(adminUsers)
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** All writes go through `tx`; `ctx` validates and sanitizes. */
export async function databaseTarget(tx: Tx, ctx: ContentContext): Promise<Target> {
  const deleted = new Map<Resource, Promise<boolean>>()
  /** As it was before the import. */
  function hadDeletedRecords(resource: Resource) {
    const found = deleted.get(resource) ?? hasDeletedRecords(tx, resource)
    deleted.set(resource, found)
    return found
  }
  return {
    isLossless: true,
    accounts: await readAccounts(tx),
    async *records({ table }) {
      for await (const rows of scan(tx, table)) yield JSON.parse(JSON.stringify(rows))
    },
    async create(resource, records, isEmpty) {
      const ids = await reserveIds(tx, resource, records, isEmpty && !(await hadDeletedRecords(resource)))
      const values: Input[] = []
      for (const [index, record] of records.entries())
        values.push({ ...(await valuesOf(ctx, resource, record)), ...headOf(record), id: ids[index] })
      await tx.insert(resource.table).values(values as never)
      const rows = await readRows(tx, resource, ids)
      for (const [index, record] of records.entries()) await check(tx, resource, rows[index]!, record)
      await addFirstRevisions(tx, {
        resource,
        rows,
        actor: ctx.actor,
        autosave: false,
        now: ctx.clock(),
      })
      return ids
    },
    async change(resource, changes) {
      for (const change of changes) await changeRecord(tx, ctx, resource, change)
    },
  }
}

async function changeRecord(tx: Tx, ctx: ContentContext, resource: Resource, change: Change) {
  const { record, isPristine, id } = change
  const now = ctx.clock()
  const [before] = await readRows(tx, resource, [id])
  const values: Input = {
    ...(await valuesOf(ctx, resource, record)),
    updated_at: new Date(record.updated_at),
  }
  if (keepsPublicSlug(resource))
    values.public_slug ??= lastPublicSlug(resource, { ...before!, ...values } as Row, now)
  const head = isPristine ? headOf(record) : { version: before!.version + 1 }
  await tx
    .update(resource.table)
    .set({ ...values, ...head })
    .where(eq(resource.table.id, id))
  const [after] = await readRows(tx, resource, [id])
  await check(tx, resource, after!, record)
  await addRevision(tx, { resource, before: before!, after: after!, actor: ctx.actor, autosave: false, now })
}

const headOf = ({ version, created_at, updated_at }: ArchivedRecord) => ({
  version,
  created_at: new Date(created_at),
  updated_at: new Date(updated_at),
})

/** The columns of a record, validated and sanitized as in any write. Throws TransferError. */
export async function valuesOf(
  ctx: ContentContext,
  resource: Resource,
  record: ArchivedRecord,
): Promise<Input> {
  const { position, public_slug: publicSlug, ...fields } = record
  for (const name of [...READ_ONLY_FIELDS, ...Object.keys(resource.derived)]) delete fields[name]
  const values = await parseRecord(ctx, resource, fields, 'create').catch((error) => {
    throw refused(resource, record, error)
  })
  if (resource.ordered) {
    const parsed = resource.input.shape.position!.safeParse(position)
    if (!parsed.success || position === undefined)
      throw refused(resource, record, new AppError('validation_failed', 'position: must be a whole number'))
    values.position = position
  }
  if (keepsPublicSlug(resource)) {
    const parsed = resource.input.shape.slug!.nullable().safeParse(publicSlug ?? null)
    if (!parsed.success)
      throw refused(resource, record, new AppError('validation_failed', 'public_slug: is not a slug'))
    values.public_slug = parsed.data
  }
  return values
}

async function check(tx: Tx, resource: Resource, row: Row, record: ArchivedRecord) {
  const [issue] = (await resource.check?.(row, tx)) ?? []
  if (issue)
    throw refused(resource, record, new AppError('validation_failed', `${issue.path}: ${issue.message}`))
}

function refused(resource: Resource, { id }: ArchivedRecord, error: unknown) {
  if (!(error instanceof AppError)) return error
  return new TransferError(
    `${resourceFile(resource.name)}: record ${id} is invalid: ${error.message}. No record was imported.`,
  )
}

/** The rows with these ids, in their order. */
async function readRows(tx: Tx, resource: Resource, ids: readonly number[]): Promise<Row[]> {
  const rows = (await tx
    .select(columnsOf(resource))
    .from(resource.table)
    .where(inArray(resource.table.id, [...ids]))) as Row[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)!)
}

/** The records' own ids, or new ones of the table's sequence, which never gives out any of them again. */
async function reserveIds(
  tx: Tx,
  { table }: Resource,
  records: readonly ArchivedRecord[],
  keepsIds: boolean,
): Promise<number[]> {
  return takeIds(
    tx,
    getTableName(table),
    records.map(({ id }) => id),
    keepsIds,
  )
}

/** See `reserveIds`; for any table with an identity column `id`. */
export async function takeIds(tx: Tx, table: string, ids: readonly number[], keepsIds: boolean) {
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
  if (!keepsIds) {
    const rows = await rowsOf<{ id: number | string }>(
      tx,
      sql`select nextval(${sequence}) as id from generate_series(1, ${ids.length}::integer)`,
    )
    return rows.map(({ id }) => Number(id))
  }
  // nextval first: setval must not lead back to ids that were given out before.
  const highest = Math.max(...ids)
  await tx.execute(sql`select setval(${sequence}, greatest(nextval(${sequence}), ${highest}::integer))`)
  return [...ids]
}
