// A lock on the data directory. PGlite lets a second process open the same directory, and the two then disagree about
// its contents. SQLite's file lock is held by the kernel, so it is released when its process dies, across containers too.
import { Database, SQLiteError } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Keeps references: the garbage collector closes unreferenced databases, which releases their locks.
const held = new Set<Database>()

/**
 * Locks `directory` until `release`, creating it when missing. Throws when another process holds the lock; the message
 * names the `setting` that selects the directory.
 */
export function lockDirectory(directory: string, setting = 'DATA_DIR'): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const pidFile = join(directory, 'lock.pid')
  const lock = new Database(join(directory, 'lock'), { create: true })
  try {
    lock.run('pragma busy_timeout = 0')
    lock.run('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new Error(
      `${directory} is in use by another process${formatPid(pidFile)}; stop it or set another ${setting}`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}

function formatPid(pidFile: string) {
  try {
    return ` (${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
