// Keeps the data, media and backup directories to their owner: directories 0700, files 0600, also where an operator or
// an earlier version created them with more permissions.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'

const OTHERS = 0o077

/**
 * Removes the permissions of group and others from a directory and everything in it. Symlinks inside are not followed.
 * Returns a warning when that is not permitted, since the directory or its content belongs to another user; else null.
 */
export function makePrivate(directory: string): string | null {
  // Windows has no such permissions.
  if (process.getuid === undefined) return null
  const root = realpathSync(directory)
  const open: string[] = []
  // The root first: once it is closed, no other user can exchange the entries below.
  const tighten = (path: string, stats: Stats) => {
    if (stats.mode & OTHERS && !removePermissions(path)) open.push(path)
  }
  tighten(root, lstatSync(root))
  const directories = [root]
  for (let parent = directories.pop(); parent !== undefined; parent = directories.pop()) {
    for (const name of listOf(parent)) {
      const path = join(parent, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats?.isDirectory()) directories.push(path)
      if (stats?.isDirectory() || stats?.isFile()) tighten(path, stats)
    }
  }
  if (open.length === 0) return null
  return `other users can access ${open[0]}${open.length > 1 ? ` and ${open.length - 1} more` : ''}, which belong to another user; as that user run: chmod -R go-rwx ${directory}`
}

function listOf(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Whether it was permitted. Through a descriptor, so that a symlink in place of the file is never followed. */
function removePermissions(path: string): boolean {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
  try {
    fchmodSync(file, fstatSync(file).mode & 0o700)
    return true
  } catch {
    return false
  } finally {
    closeSync(file)
  }
}
