// Objects as files below one directory. A file gets its name when it is complete and on disk, never before.
import { link, lstat, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rangeOf } from './byte-range.ts'
import { assertKey } from './object-keys.ts'
import { type ObjectHead, type Storage, StorageError } from './storage.ts'

/** Below the root; begins with a dot, so that no key leads into it. */
const UNFINISHED = '.unfinished'
const ABANDONED_MS = 60 * 60_000

export function openDisk({ directory }: { directory: string }): Storage {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(directory, key)
  }

  async function head(key: string): Promise<ObjectHead | null> {
    const path = pathOf(key)
    try {
      const found = await stat(path, { bigint: true })
      return found.isFile() ? headOf(found) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw new StorageError(false, error)
    }
  }

  return {
    kind: 'disk',
    async prepare() {
      await mkdir(join(directory, UNFINISHED), { recursive: true })
      await removeAbandoned(join(directory, UNFINISHED))
    },
    async put(key, bytes) {
      const path = pathOf(key)
      const unfinished = join(directory, UNFINISHED, crypto.randomUUID())
      try {
        await mkdir(dirname(unfinished), { recursive: true })
        await writeDurably(unfinished, bytes)
        await mkdir(dirname(path), { recursive: true })
        // Unlike a rename, a link never replaces what is there.
        await link(unfinished, path)
        return { etag: headOf(await stat(path, { bigint: true })).etag }
      } catch (error) {
        throw new StorageError(false, error)
      } finally {
        await rm(unfinished, { force: true }).catch(() => {})
      }
    },
    async get(key, { range: header } = {}) {
      const found = await head(key)
      if (!found) return { status: 404 }
      const range = rangeOf(header, found.size)
      if (range === 'unsatisfiable') return { status: 416 }
      const file = Bun.file(pathOf(key))
      // Bun would answer a whole file by a `Range` header as it reads it itself, its 416 without a body.
      if (!range)
        return { ...found, status: 200, range, body: header ? new Blob([await file.bytes()]) : file }
      return { ...found, status: 206, range, body: file.slice(range.start, range.end + 1) }
    },
    head,
    async remove(key) {
      const path = pathOf(key)
      try {
        await rm(path)
      } catch (error) {
        if (!isAbsent(error)) throw new StorageError(false, error)
      }
    },
    async *list() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isAbsent(error)) return []
        throw new StorageError(false, error)
      })
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const key = path.slice(directory.length + 1)
        if (!entry.isFile() || key.startsWith(`${UNFINISHED}/`)) continue
        const { size, mtime } = await lstat(path)
        yield { key, size, modified: mtime }
      }
    },
    async probe() {
      // A file written and taken away again: a full or read-only disk fails as well.
      const path = join(directory, UNFINISHED, crypto.randomUUID())
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, 'probe')
        await rm(path)
      } catch (error) {
        throw new StorageError(false, error)
      }
    },
    close() {},
  }
}

async function writeDurably(path: string, bytes: Uint8Array) {
  await using file = await open(path, 'wx', 0o644)
  await file.writeFile(bytes)
  await file.sync()
}

async function removeAbandoned(directory: string) {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { force: true })
  }
}

// A file is never written twice, so its size and the nanosecond of its writing tell it from every other.
const headOf = ({ size, mtimeNs, mtime }: { size: bigint; mtimeNs: bigint; mtime: Date }): ObjectHead => ({
  size: Number(size),
  etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
  modified: mtime,
})

const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
