// Writes an archive into a private directory beside its destination, which appears only once it is complete.

import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { create } from 'tar'
import { createSha256 } from '../../platform/sha256.ts'
import {
  ARCHIVE_FORMAT,
  type ArchivedFile,
  MANIFEST,
  mediaFile,
  SCHEMA_VERSION,
  TransferError,
} from './archive-format.ts'

export type ArchiveWriter = {
  /** Writes records as NDJSON; resolves with their number. */
  writeRecords(name: string, batches: AsyncIterable<readonly object[]>): Promise<number>
  writeImage(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the manifest and moves the archive to its destination. */
  finish(details: { languages: readonly string[]; now: Date }): Promise<void>
  /** Deletes what is not finished. */
  [Symbol.asyncDispose](): Promise<void>
}

const isPacked = (path: string) => /\.(?:tar\.gz|tgz)$/i.test(path)

/** `destination` is a directory or a `.tar.gz` file; an existing one is refused unless it is an empty directory. */
export async function createArchive(destination: string): Promise<ArchiveWriter> {
  const target = resolve(destination)
  if (/\.(?:zip|tar|gz)$/i.test(target) && !isPacked(target))
    throw new TransferError(`${destination} must end in .tar.gz, or name a directory.`)
  const isEmptyDirectory = !isPacked(target) && existsSync(target) && isEmpty(target)
  if (existsSync(target) && !isEmptyDirectory)
    throw new TransferError(`${destination} already exists; give a new name or an empty directory.`)
  await mkdir(dirname(target), { recursive: true })
  const staging = await mkdtemp(join(dirname(target), `.${basename(target)}.unfinished-`))
  const files: Record<string, ArchivedFile> = {}

  async function write(name: string, chunks: AsyncIterable<Uint8Array>, count: () => number | null) {
    const path = join(staging, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hasher = createSha256()
    const out = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    let bytes = 0
    for await (const chunk of chunks) {
      hasher.update(chunk)
      bytes += chunk.byteLength
      if (!out.write(chunk)) await new Promise((done) => out.once('drain', done))
    }
    out.end()
    await finished(out)
    files[name] = { sha256: hasher.digest('hex'), bytes, records: count() }
  }

  return {
    async writeRecords(name, batches) {
      let count = 0
      async function* lines() {
        for await (const batch of batches) {
          count += batch.length
          if (batch.length > 0)
            yield Buffer.from(batch.map((record) => `${JSON.stringify(record)}\n`).join(''))
        }
      }
      await write(name, lines(), () => count)
      return count
    },
    writeImage: (path, chunks) => write(mediaFile(path), chunks, () => null),
    async finish({ languages, now }) {
      const manifest = {
        format: ARCHIVE_FORMAT,
        schema_version: SCHEMA_VERSION,
        created_at: now.toISOString(),
        languages,
        files,
      }
      await writeFile(join(staging, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
      if (isPacked(target)) {
        const packed = `${staging}.tar.gz`
        const names = [MANIFEST, ...Object.keys(files)]
        await create({ file: packed, cwd: staging, gzip: true, portable: true, mode: 0o600 } as never, names)
        await rename(packed, target)
        return
      }
      if (isEmptyDirectory) await rmdir(target)
      await rename(staging, target)
    },
    async [Symbol.asyncDispose]() {
      await rm(`${staging}.tar.gz`, { force: true })
      await rm(staging, { recursive: true, force: true })
    },
  }
}

function isEmpty(directory: string) {
  try {
    return readdirSync(directory).length === 0
  } catch {
    return false
  }
}
