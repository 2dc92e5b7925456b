// Checks the room on a disk before a restore or drill writes to it: a full disk would stop the running service too.
import type { Connection } from '../../platform/db/admin-connection.ts'
import { sizeText } from '../../platform/free-space.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import type { Dump } from '../backup/dump-catalogue.ts'
import { OperationError } from '../backup/postgres-tools.ts'

/** Throws `OperationError` unless these dumps have room in the directory of the dumps. */
export async function assertRoomForDumps(ctx: BackupContext, dumps: readonly Dump[]) {
  const bytes = dumps.reduce((sum, { size }) => sum + size, 0)
  await assertRoom(ctx, { bytes, directory: ctx.config.directory, what: 'The missing dumps need' })
}

// A load is one transaction, whose log stays until it has ended: `max_wal_size` by default, and as much as is written at most.
const MAX_LOG_BYTES = 1_000_000_000

/** The same for the databases that are loaded, on the disk that RESTORE_DISK names; without it nothing is known of the server's. */
export async function assertRoomForDatabases(ctx: BackupContext, sql: Connection, dumps: readonly Dump[]) {
  const { restoreDisk } = ctx.config
  if (restoreDisk === null) return
  let bytes = 0
  for (const dump of dumps) {
    const size = dump.entry?.bytes ?? Math.max(dump.size, await sizeOf(sql, dump.database))
    bytes += size + Math.min(size, MAX_LOG_BYTES)
  }
  const what = 'Beside the current databases the restored ones need'
  await assertRoom(ctx, { bytes, directory: restoreDisk, what })
}

// 0 if it does not exist.
async function sizeOf(sql: Connection, name: string): Promise<number> {
  const [row] = await sql<{ size: string }[]>`
    select pg_database_size(oid) as size from pg_database where datname = ${name}`
  return Number(row?.size ?? 0)
}

type Need = { bytes: number; directory: string; what: string }

async function assertRoom(ctx: BackupContext, { bytes, directory, what }: Need) {
  const free = await ctx.freeBytes(directory)
  if (bytes > free)
    throw new OperationError(
      `${what} ${sizeText(bytes)}, but only ${sizeText(free)} are free on the disk of ${directory}; nothing was changed`,
    )
}
