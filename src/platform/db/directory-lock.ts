// Keeps a second process out of a directory: PGlite would let it in, and the two would corrupt the data. SQLite's file
// lock is held by the kernel, so it is released as soon as its process dies, also between containers.
import { constants, Database, SQLiteError } from 'bun:sqlite'
import {
  closeSync,
  constants as fsConstants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from './private-directory.ts'

// The locks of this process, by path. The garbage collector would close unreachable databases and release their locks.
const held = new Map<string, Database>()

export type DirectoryLock = {
  /** Set when other users can access the directory and that could not be changed. */
  warning: string | null
  release(): void
}

/**
 * Locks `directory`, created when missing and made private, until `release`. Throws with the pid of the owner and the
 * variable to change (`setting`) when another process holds the lock, and when the lock files are not ours.
 */
export function lockDirectory(directory: string, setting = 'DATA_DIR'): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Resolved, since SQLite's NOFOLLOW also refuses symlinks above the file, which an operator may use.
  const path = join(realpathSync(directory), 'lock')
  const pidFile = join(directory, 'lock.pid')
  const busy = () =>
    new Error(
      `${directory} is in use by another process${describeOwner(pidFile)}; stop it or set another ${setting}`,
    )
  // Closing any other descriptor of a file would release this process's POSIX lock on it.
  if (held.has(path)) throw busy()
  const warning = makePrivate(directory)
  createLockFile(path)
  const lock = new Database(path, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_NOFOLLOW)
  try {
    lock.run('pragma busy_timeout = 0')
    lock.run('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_BUSY') throw error
    throw busy()
  }
  try {
    replacePidFile(pidFile)
  } catch (error) {
    lock.close()
    throw error
  }
  held.set(path, lock)
  return {
    warning,
    release() {
      held.delete(path)
      lock.close()
    },
  }
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = fsConstants

// Created exclusively, or an existing empty file: the lock is a SQLite database that is never written to.
function createLockFile(path: string) {
  try {
    closeSync(openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (readOwnFile(path) !== '') throw new Error(notOurs(path))
  }
}

// Removed and created exclusively while the lock is held, after checking that it is a pid file.
function replacePidFile(path: string) {
  const content = readOwnFile(path)
  if (content !== null && !/^\d*\n?$/.test(content)) throw new Error(notOurs(path))
  rmSync(path, { force: true })
  const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  writeSync(file, `${process.pid}\n`)
  closeSync(file)
}

const notOurs = (path: string) => `${path} is not a lock file of this program; move it away`

/** The first bytes of a regular file; null when it is missing. Throws for a symlink or anything else. */
function readOwnFile(path: string): string | null {
  let file: number
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw code === 'ELOOP' ? new Error(notOurs(path)) : error
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.nlink > 1 || stats.size > 32) throw new Error(notOurs(path))
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function describeOwner(pidFile: string) {
  try {
    return ` (${readOwnFile(pidFile)?.trim()})`
  } catch {
    return ''
  }
}
