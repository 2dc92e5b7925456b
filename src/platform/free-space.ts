// Room on disks, asked before something large is written.
import { statfs } from 'node:fs/promises'

/** Bytes that ordinary users may still write on the disk of `directory`. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Such as `4.2 GB` or `17 MB`. */
export const sizeText = (bytes: number) =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
