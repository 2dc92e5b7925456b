// One run at a time: a lock on the directory of the dumps, and one on each database that other machines see as well.
import { type Connection, connectForMaintenance } from '../db/admin-connection.ts'
import { lockDirectory } from '../db/directory-lock.ts'
import type { BackupContext } from './backup-context.ts'
import { OperationError } from './postgres-tools.ts'

/** What a run holds: its own connection, on which all its locks lie. */
export type Held = {
  sql: Connection
  /** Throws unless the locks are still held: a server that was restarted has let them go. */
  assertHeld(): Promise<void>
}

export class BusyError extends OperationError {
  constructor() {
    super('another backup or restore is under way; wait for it to end')
  }
}

/** Runs `work` while no other backup or restore of these databases runs; throws `OperationError` when one does. */
export async function whileAlone<T>(ctx: BackupContext, work: (held: Held) => Promise<T>): Promise<T> {
  const lock = lockBackupDirectory(ctx.config.directory)
  try {
    const sql = await connectForMaintenance(ctx.url)
    try {
      for (const database of [...ctx.config.databases].sort()) {
        const [row] = await sql<{ got: boolean }[]>`
          select pg_try_advisory_lock(hashtextextended(${`frontage:backup:${database}`}, 0)) as got`
        if (!row!.got) throw new BusyError()
      }
      const pid = await backend(sql)
      return await work({
        sql,
        async assertHeld() {
          if ((await backend(sql)) !== pid)
            throw new OperationError('the connection to the server was lost meanwhile')
        },
      })
    } finally {
      await sql.end({ timeout: 1 })
    }
  } finally {
    lock.release()
  }
}

async function backend(sql: Connection) {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}

/** Locks the directory, made when absent, for one process. */
export function lockBackupDirectory(directory: string) {
  try {
    return lockDirectory(directory)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (/in use by another process/.test(message)) throw new BusyError()
    throw new OperationError(`${directory} cannot be written to (${code ?? message})`, { cause: error })
  }
}
