// One backup or restore at a time: a lock on the dump directory for this host, and an advisory lock on each database
// for processes on other hosts.
import { type Connection, connectForMaintenance } from '../../platform/db/admin-connection.ts'
import { lockDirectory } from '../../platform/db/directory-lock.ts'
import type { BackupContext } from './backup-context.ts'
import { OperationError } from './postgres-tools.ts'

export type BackupLock = {
  /** The connection that holds the advisory locks. */
  sql: Connection
  /** Throws when the locks are gone, as after a restart of the server. */
  assertHeld(): Promise<void>
}

export class BusyError extends OperationError {
  constructor() {
    super('another backup or restore is running; wait until it has finished')
  }
}

/** Runs `work` while holding the locks; throws `BusyError` when another backup or restore holds one of them. */
export async function withBackupLock<T>(
  ctx: BackupContext,
  work: (lock: BackupLock) => Promise<T>,
): Promise<T> {
  const directoryLock = lockBackupDirectory(ctx.config.directory)
  try {
    if (directoryLock.warning) ctx.warn(directoryLock.warning)
    const sql = await connectForMaintenance(ctx.url)
    try {
      for (const database of [...ctx.config.databases].sort()) {
        const [row] = await sql<{ locked: boolean }[]>`
          select pg_try_advisory_lock(hashtextextended(${`frontage:backup:${database}`}, 0)) as locked`
        if (!row!.locked) throw new BusyError()
      }
      const pid = await backendPid(sql)
      return await work({
        sql,
        async assertHeld() {
          if ((await backendPid(sql)) !== pid)
            throw new OperationError('the connection to the server was lost')
        },
      })
    } finally {
      await sql.end({ timeout: 1 })
    }
  } finally {
    directoryLock.release()
  }
}

async function backendPid(sql: Connection) {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}

/** Locks the dump directory, created when missing; throws `OperationError`. */
export function lockBackupDirectory(directory: string) {
  try {
    return lockDirectory(directory, 'BACKUP_DIR')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (/in use by another process/.test(message)) throw new BusyError()
    throw new OperationError(`${directory} cannot be written to (${code ?? message})`, { cause: error })
  }
}
