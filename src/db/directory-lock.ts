// Keeps a second process out of the data directory: PGlite would let it in, and the two would corrupt each other's
// view. SQLite's file lock belongs to the kernel, so a dead owner's is free at once, also between containers.
import { Database, SQLiteError } from 'bun:sqlite'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The garbage collector closes a database that nobody refers to, and its lock is gone.
const held = new Set<Database>()

/**
 * Locks `directory`, made when absent, until `release`; throws with a sentence, which names the `setting` to change,
 * when another process holds it.
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
      `${directory} is in use by another process${heldBy(owner)}; stop it or set another ${setting}`,
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

function heldBy(owner: string) {
  try {
    return ` (${readFileSync(owner, 'utf8').trim()})`
  } catch {
    return ''
  }
}
