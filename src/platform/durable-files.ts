// Files and names that survive a power failure.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sha256OfChunks } from './sha256.ts'

/** Flushes a file to disk, so that its content survives a power failure. */
export async function syncFile(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Flushes a directory to disk, so that new files, links and renames in it survive a power failure. */
export const syncDirectory = syncFile

/** The same for code that must not wait. */
export function syncDirectoryNow(path: string) {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Creates a directory, with those above it where they are missing, so that their names survive a power failure. */
export async function makeDirectory(path: string) {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

/** SHA-256 of a file, in hexadecimal. */
export const digestOf = (path: string): Promise<string> => sha256OfChunks(Bun.file(path).stream())
