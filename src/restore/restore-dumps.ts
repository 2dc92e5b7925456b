// Puts dumps in the place of databases: looked at first, filled beside the old ones, and swapped when all is well. A
// failure at any point leaves the old data where it is.

import type { BackupContext } from '../backup/backup-context.ts'
import { type Held, whileAlone } from '../backup/backup-lock.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { dumpName, stampOf } from '../backup/dump-names.ts'
import { findTools, OperationError } from '../backup/postgres-tools.ts'
import { totalOf } from '../backup/row-counts.ts'
import { serverFacts } from '../db/admin-connection.ts'
import { dropLeftovers, loadDump } from './load-dump.ts'
import { dropDatabase, findScratch, scratchName } from './scratch-database.ts'
import { reopen, type Swap, swapNames } from './swap-databases.ts'
import { assertRights, copyDatabaseSettings, createLike, readTarget, type Target } from './target-database.ts'
import { type Archive, checkDump } from './verify-dump.ts'

/** What is stopped before the data change and started after, in whatever way. */
export type Services = { stop(): Promise<void>; start(): Promise<void> }

export type Restored = { database: string; dump: string; tables: number; rows: number; kept: string | null }

type Prepared = { dump: Dump; archive: Archive; target: Target; fresh: string }

/** Restores these dumps, all or none. Throws `OperationError` having changed nothing. */
export async function restoreDumps(
  ctx: BackupContext,
  { dumps, services }: { dumps: readonly Dump[]; services: Services },
): Promise<Restored[]> {
  return whileAlone(ctx, async (held) => {
    const { sql } = held
    const facts = await serverFacts(sql)
    const tools = await findTools(facts.major, ctx.environment.PATH ?? '')
    for (const name of await reopen(sql, ctx.config.databases))
      ctx.say(`${name} was closed to connections, by a restore that was cut off; it is open again`)
    await dropLeftovers(ctx, sql, 'restore')
    const stamp = await freeStamp(ctx, held)
    const prepared: Prepared[] = []
    for (const dump of dumps) {
      const archive = await checkDump(ctx, { dump, tools, serverMajor: facts.major })
      const target = await readTarget(sql, { name: dump.database, entry: dump.entry, facts })
      assertRights(target, facts)
      prepared.push({ dump, archive, target, fresh: scratchName(dump.database, 'restore', stamp) })
      ctx.say(`${dumpName(dump)} is whole`)
    }
    await services.stop()
    try {
      const restored: Restored[] = []
      const swaps: Swap[] = []
      for (const { dump, archive, target, fresh } of prepared) {
        await createLike(sql, target, fresh)
        const counts = await loadDump(ctx, { dump, archive, tools, facts, name: fresh, owner: target.owner })
        await copyDatabaseSettings(ctx, sql, { target, name: fresh })
        const kept = target.exists ? scratchName(target.name, 'before', stamp) : null
        swaps.push({ fresh, target: target.name, kept })
        const [tables, rows] = [Object.keys(counts).length, totalOf(counts)]
        restored.push({ database: target.name, dump: dumpName(dump), tables, rows, kept })
        ctx.say(`${dumpName(dump)} is restored beside ${target.name}: ${rows} rows in ${tables} tables`)
      }
      ctx.signal?.throwIfAborted()
      await held.assertHeld()
      await swapNames(sql, swaps)
      return restored
    } catch (error) {
      for (const { fresh } of prepared) await dropDatabase(sql, fresh).catch(() => {})
      throw error
    } finally {
      await services.start()
    }
  })
}

// The names that end with it must be free, whatever the clock says.
async function freeStamp(ctx: BackupContext, { sql }: Held): Promise<string> {
  const taken = new Set((await findScratch(sql, ctx.config.databases, 'before')).map(({ stamp }) => stamp))
  for (let moment = ctx.clock().getTime(); ; moment += 1_000) {
    const stamp = stampOf(new Date(moment))
    if (!taken.has(stamp)) return stamp
  }
}

/** Drops the databases that restores have replaced, of one database where it is named; gives back their names. */
export async function dropKept(
  ctx: BackupContext,
  { database }: { database: string | null },
): Promise<string[]> {
  if (database !== null && !ctx.config.databases.includes(database))
    throw new OperationError(
      `${database} is not one of BACKUP_DATABASES (${ctx.config.databases.join(', ')})`,
    )
  return whileAlone(ctx, async ({ sql }) => {
    const kept = await findScratch(sql, database === null ? ctx.config.databases : [database], 'before')
    for (const { name } of kept) await dropDatabase(sql, name)
    return kept.map(({ name }) => name)
  })
}
