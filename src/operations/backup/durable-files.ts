import { open } from 'node:fs/promises'
import { sha256OfChunks } from '../../platform/sha256.ts'

/** Flushes a file to disk, so that its content survives a power failure. */
export async function syncFile(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Flushes a directory to disk, so that renames in it survive a power failure. */
export const syncDirectory = syncFile

/** SHA-256 of a file, in hexadecimal. */
export const digestOf = (path: string): Promise<string> => sha256OfChunks(Bun.file(path).stream())
