// Object storage in a directory. A file gets its final name only when it is complete and flushed to disk, and
// the name is flushed too before the write is acknowledged.
import { link, lstat, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory, syncDirectory } from '../durable-files.ts'
import { rangeOf } from './byte-range.ts'
import { assertKey } from './object-keys.ts'
import { type ObjectHead, type Storage, StorageError } from './storage.ts'

/** Directory for files being written. It starts with a dot, so no key can refer to it. */
const UNFINISHED = '.unfinished'
const ABANDONED_MS = 60 * 60_000

type Options = {
  directory: string
  /** Tests watch it. */
  flush?: typeof syncDirectory
}

export function openDisk({ directory, flush = syncDirectory }: Options): Storage {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(directory, key)
  }

  async function head(key: string): Promise<ObjectHead | null> {
    const path = pathOf(key)
    try {
      const stats = await stat(path, { bigint: true })
      return stats.isFile() ? headOf(stats) : null
    } catch (error) {
      if (isMissing(error)) return null
      throw new StorageError(false, error)
    }
  }

  return {
    kind: 'disk',
    async prepare() {
      await mkdir(join(directory, UNFINISHED), { recursive: true, mode: 0o700 })
      await removeAbandoned(join(directory, UNFINISHED))
    },
    async put(key, bytes) {
      const path = pathOf(key)
      const unfinished = join(directory, UNFINISHED, crypto.randomUUID())
      let isLinked = false
      try {
        await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
        await writeDurably(unfinished, bytes)
        await makeDirectory(dirname(path))
        // Unlike `rename`, `link` never replaces an existing file.
        await link(unfinished, path)
        isLinked = true
        await flush(dirname(path))
        return { etag: headOf(await stat(path, { bigint: true })).etag }
      } catch (error) {
        throw new StorageError(isLinked, error)
      } finally {
        await rm(unfinished, { force: true }).catch(() => {})
      }
    },
    async get(key, { range: header } = {}) {
      const object = await head(key)
      if (!object) return { status: 404 }
      const range = rangeOf(header, object.size)
      if (range === 'unsatisfiable') return { status: 416 }
      const file = Bun.file(pathOf(key))
      // For a whole file Bun.serve would apply the request's `Range` header itself and send its 416 without a body.
      if (!range)
        return { ...object, status: 200, range, body: header ? new Blob([await file.bytes()]) : file }
      return { ...object, status: 206, range, body: file.slice(range.start, range.end + 1) }
    },
    head,
    async remove(key) {
      const path = pathOf(key)
      try {
        await rm(path)
      } catch (error) {
        if (!isMissing(error)) throw new StorageError(false, error)
      }
    },
    async *list(below) {
      const root = below === undefined ? directory : pathOf(below)
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return []
        throw new StorageError(false, error)
      })
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const key = path.slice(directory.length + 1)
        if (!entry.isFile() || key.startsWith(`${UNFINISHED}/`)) continue
        const stats = await lstat(path).catch((error) => {
          if (isMissing(error)) return null
          throw new StorageError(false, error)
        })
        // Null: removed since the directory was read.
        if (stats) yield { key, size: stats.size, modified: stats.mtime }
      }
    },
    async probe() {
      // Writes and removes a file, so that a full or read-only disk is detected too.
      const path = join(directory, UNFINISHED, crypto.randomUUID())
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(path, 'probe', { mode: 0o600 })
        await rm(path)
      } catch (error) {
        throw new StorageError(false, error)
      }
    },
    close() {},
  }
}

async function writeDurably(path: string, bytes: Uint8Array) {
  await using file = await open(path, 'wx', 0o600)
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

// Files are never overwritten, so size and modification time in nanoseconds identify the content.
const headOf = ({ size, mtimeNs, mtime }: { size: bigint; mtimeNs: bigint; mtime: Date }): ObjectHead => ({
  size: Number(size),
  etag: `"${size.toString(36)}-${mtimeNs.toString(36)}"`,
  modified: mtime,
})

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')
