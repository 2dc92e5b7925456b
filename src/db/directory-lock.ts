// Keeps a second process out of a directory: PGlite would let it in, and the two would corrupt the data. SQLite's file
// lock is held by the kernel, so it is released as soon as its process dies, also between containers.
import { Database, SQLiteError } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Keeps the databases reachable: the garbage collector closes unreachable ones, which releases their locks.
const held = new Set<Database>()

/**
 * Locks `directory`, created when missing, until `release`. Throws with the pid of the owner and the variable to change
 * (`setting`) when another process holds the lock.
 */
export function lockDirectory(directory: string, setting = 'DATA_DIR'): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const owner = join(directory, 'lock.pid')
  const lock = new Database(join(directory, 'lock'), { create: true })
  try {
    lock.run('pragma busy_timeout = 0')
    lock.run('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_BUSY') throw error
    throw new Error(
      `${directory} is in use by another process${ownerOf(owner)}; stop it or set another ${setting}`,
    )
  }
  writeFileSync(owner, `${process.pid}\n`)
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}

function ownerOf(owner: string) {
  try {
    return ` (${readFileSync(owner, 'utf8').trim()})`
  } catch {
    return ''
  }
}
