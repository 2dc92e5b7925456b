import { open } from 'node:fs/promises'

/** Makes the bytes of a file outlive a loss of power. */
export async function syncFile(path: string) {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Makes the names in a directory outlive a loss of power. */
export const syncDirectory = syncFile

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const digest = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) digest.update(chunk)
  return digest.digest('hex')
}
