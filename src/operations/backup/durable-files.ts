import { open } from 'node:fs/promises'

/** Flushes a file to disk, so that its content survives a power failure. */
export async function syncFile(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Flushes a directory to disk, so that renames in it survive a power failure. */
export const syncDirectory = syncFile

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const digest = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) digest.update(chunk)
  return digest.digest('hex')
}
