// Writes many records of a resource in one transaction: all operations or none.
import { inArray, or } from 'drizzle-orm'
import { auditActor } from '../../accounts/actor.ts'
import {
  type AddAuditEntry,
  type AuditEntry,
  auditedTransaction,
} from '../../accounts/audit/append-audit-row.ts'
import { assertEditor, confirmActor } from '../../accounts/permissions.ts'
import type { Scope } from '../../accounts/scopes.ts'
import { assertReaches, assertScopes } from '../../accounts/token-scopes.ts'
import { lockUntilCommit, type Tx } from '../../platform/db/database.ts'
import { isLostConnection, isRetryable, toAppError } from '../../platform/db/database-errors.ts'
import { giveWay } from '../../platform/give-way.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseRecordId } from '../../text/record-id.ts'
import { etagOf } from '../../text/record-version.ts'
import type { ContentContext } from '../content-context.ts'
import type { Resource, Row } from '../definition/define-resource.ts'
import { columnOf, lockRow } from '../definition/find-record.ts'
import { noteWrittenWithin } from '../snapshot/written-rows.ts'
import { atOperation, type Operation, parseOperations } from './batch-operations.ts'
import { moveToTrash } from './delete-record.ts'
import { insertRecords } from './insert-records.ts'
import { changeRecord } from './update-record.ts'

/** `record` is absent after a deletion. */
export type BatchResult = { op: Operation['op']; id: number; version: number; record?: Row }

/** 500 patched articles of 30 KB took 12 s on a busy machine with two cores, of 3 KB 3 to 6 s. */
const DEADLINE_MS = 30_000
/** Consecutive creations that share their statements; few embedded, which runs them in this thread. */
const MAX_INSERTED = { postgres: 50, embedded: 4 }

/**
 * Applies the operations in order; records of consecutive creations are inserted together. Throws 403, 422 with the
 * problems of all operations, and 404, 409 or 412 with the operation's path.
 */
export async function batchRecords(
  ctx: ContentContext,
  { resource, body }: { resource: Resource; body: unknown },
): Promise<BatchResult[]> {
  assertEditor(ctx.actor)
  assertReaches(ctx.actor, resource.name)
  const operations = await parseOperations(ctx, resource, body)
  assertScopes(ctx.actor, ...scopesOf(operations))
  return auditedTransaction({ ...ctx, deadlineMs: DEADLINE_MS }, auditActor(ctx.actor), async (tx, note) => {
    await confirmActor(tx, ctx.actor)
    await lockUntilCommit(tx, resource.name)
    await lockTargets(tx, resource, operations)
    try {
      const entries: AuditEntry[] = []
      const results = await tx.transaction(async (inner) => {
        const note = (entry: AuditEntry) => void entries.push(entry)
        const applied = await applyAll(inner, ctx, { resource, operations, note })
        noteWrittenWithin(tx, inner)
        return applied
      })
      for (const entry of entries) note(entry)
      return results
    } catch (error) {
      if (isRetryable(error) || isLostConnection(error)) throw error
      throw await locateFailures(tx, ctx, { resource, operations, error })
    }
  })
}

const SCOPE_OF: Record<Operation['op'], Scope> = {
  create: 'write',
  patch: 'write',
  publish: 'publish',
  unpublish: 'publish',
  delete: 'delete',
}

const scopesOf = (operations: readonly Operation[]) => [...new Set(operations.map(({ op }) => SCOPE_OF[op]))]

/** Locks all records in the order of their ids, so that a single write never waits for a record in a circle. */
async function lockTargets(tx: Tx, resource: Resource, operations: readonly Operation[]) {
  const names = operations.flatMap((operation) => (operation.op === 'create' ? [] : [operation.id]))
  const ids = names.map(parseRecordId).filter((id) => id !== null)
  const keys = names.filter((name) => parseRecordId(name) === null)
  if (names.length === 0) return
  const { table } = resource
  const key = resource.addressedByKey ? columnOf(resource, resource.key!) : null
  await tx
    .select({ id: table.id })
    .from(table)
    .where(or(inArray(table.id, ids), key ? inArray(key, keys) : undefined))
    .orderBy(table.id)
    .for('update')
}

type Apply = { resource: Resource; operations: readonly Operation[]; note: AddAuditEntry }

async function applyAll(tx: Tx, ctx: ContentContext, { resource, operations, note }: Apply) {
  const results: BatchResult[] = []
  for (let index = 0; index < operations.length; ) {
    // The embedded database runs in this thread; other requests are answered between two statements.
    await giveWay()
    const inputs = firstCreations(operations.slice(index, index + MAX_INSERTED[ctx.database.kind]))
    if (inputs.length > 0) {
      const rows = await insertRecords(tx, ctx, { resource, inputs, autosave: false, note })
      for (const record of rows) results.push(resultOf('create', record))
    } else results.push(await applyOne(tx, ctx, { resource, operation: operations[index]!, note }))
    index += inputs.length || 1
  }
  return results
}

/** The inputs of the creations that these operations begin with. */
function firstCreations(operations: readonly Operation[]) {
  const inputs = []
  for (const operation of operations) {
    if (operation.op !== 'create') break
    inputs.push(operation.input)
  }
  return inputs
}

type ApplyOne = { resource: Resource; operation: Operation; note: AddAuditEntry }

async function applyOne(
  tx: Tx,
  ctx: ContentContext,
  { resource, operation, note }: ApplyOne,
): Promise<BatchResult> {
  const { op } = operation
  if (op === 'create') {
    const inserts = { resource, inputs: [operation.input], autosave: false, note }
    return resultOf(op, (await insertRecords(tx, ctx, inserts))[0]!)
  }
  const ifMatch = operation.version === null ? null : etagOf(operation.version)
  const before = await lockRow(tx, resource, operation.id)
  if (op === 'delete') {
    const { id, version } = await moveToTrash(tx, ctx, { resource, before, ifMatch, note })
    return { op, id, version }
  }
  const { changes } = operation
  const change = { resource, before, changes, ifMatch, autosave: false, note }
  return resultOf(op, await changeRecord(tx, ctx, change))
}

const resultOf = (op: Operation['op'], record: Row): BatchResult => ({
  op,
  id: record.id,
  version: record.version,
  record,
})

type Failed = { resource: Resource; operations: readonly Operation[]; error: unknown }

/** Repeats a failed batch one operation at a time, to name those that fail. The transaction is rolled back afterwards. */
async function locateFailures(tx: Tx, ctx: ContentContext, { resource, operations, error }: Failed) {
  const failures: { index: number; failure: AppError }[] = []
  for (const [index, operation] of operations.entries()) {
    await giveWay()
    try {
      await tx.transaction((inner) => applyOne(inner, ctx, { resource, operation, note: () => {} }))
    } catch (cause) {
      if (isRetryable(cause) || isLostConnection(cause)) throw cause
      const failure = toAppError(cause)
      if (!(failure instanceof AppError) || failure.status >= 500) throw cause
      failures.push({ index, failure })
    }
  }
  return failures.length > 0 ? mergeFailures(failures) : error
}

/** One error with the code of the first failure, and the issues of all failures with that code. */
function mergeFailures(failures: { index: number; failure: AppError }[]): AppError {
  const { code, message, headers } = failures[0]!.failure
  const errors = failures
    .filter(({ failure }) => failure.code === code)
    .flatMap(({ index, failure }) => issuesOf(index, failure))
  if (code === 'validation_failed') return invalid(errors)
  return new AppError(code, `operations.${failures[0]!.index}: ${message}`, { errors, headers })
}

function issuesOf(index: number, { code, message, errors }: AppError) {
  if (errors === null) return atOperation(index, [{ path: '', code, message }])
  // The paths of `in_use` are other records, not fields of this one.
  return code === 'in_use'
    ? atOperation(
        index,
        errors.map(({ path, ...issue }) => ({ ...issue, path: '', message: `${path} ${issue.message}` })),
      )
    : atOperation(index, errors)
}
