// Unpacks a `.tar.gz` archive: only what its manifest lists, as large as it says, within a limit and the free space.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Parser, type ReadEntry, Unpack } from 'tar'
import { freeBytes, sizeText } from '../../platform/free-space.ts'
import { isArchiveName, MANIFEST, type Manifest, TransferError } from './archive-format.ts'
import { damaged, MAX_MANIFEST_BYTES, parseManifest } from './archive-manifest.ts'

const GIGABYTE = 1_000_000_000
export const DEFAULT_MAX_GB = 20

/** Throws TransferError before a file is written that the manifest does not announce. */
export async function unpack(file: string, directory: string, maxGb = DEFAULT_MAX_GB): Promise<void> {
  const manifest = await readManifest(file, maxGb * GIGABYTE)
  const bytes = Object.values(manifest.files).reduce((sum, { bytes }) => sum + bytes, 0)
  if (bytes > maxGb * GIGABYTE) throw tooLarge(file, bytes, maxGb)
  await assertSpace(directory, bytes)
  const missing = new Set(Object.keys(manifest.files))
  let problem: string | null = null
  const unpacking = new Unpack({
    cwd: directory,
    strict: true,
    preserveOwner: false,
    // Directories are created as needed; links and devices never are.
    filter: (name, entry) => {
      if (problem !== null) return false
      problem = problemOf(name, entry as ReadEntry)
      if (problem !== null) unpacking.abort(new Error(problem))
      return problem === null
    },
  })

  function problemOf(name: string, { type, size }: ReadEntry): string | null {
    const isFile = type === 'File' || type === 'OldFile'
    if (!isFile || !isArchiveName(name)) return foreign(name)
    if (name === MANIFEST) return size > MAX_MANIFEST_BYTES ? `its ${MANIFEST} is too large` : null
    const expected = manifest.files[name]
    if (!expected) return foreign(name)
    if (size !== expected.bytes) return `${name} has ${size} bytes instead of ${expected.bytes}`
    return missing.delete(name) ? null : `it contains ${name} twice`
  }

  await pipeline(createReadStream(file), unpacking).catch((error: Error) => {
    throw damaged(file, problem ?? `it cannot be unpacked (${error.message})`)
  })
  if (problem !== null) throw damaged(file, problem)
}

const foreign = (name: string) => `it contains ${JSON.stringify(name)}, which is not part of an archive`

/** The manifest, which comes first in archives of `export`; what is before it counts towards the limit. */
async function readManifest(file: string, maxBytes: number): Promise<Manifest> {
  const found: Buffer[] = []
  let passed = 0
  let failure: TransferError | null = null
  const stop = new AbortController()
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      passed += entry.size
      if (entry.path !== MANIFEST) {
        if (!isArchiveName(entry.path)) failure = damaged(file, foreign(entry.path))
        else if (passed > maxBytes) failure = tooLarge(file, passed, maxBytes / GIGABYTE)
        if (failure) stop.abort()
        entry.resume()
        return
      }
      if (entry.size > MAX_MANIFEST_BYTES) stop.abort()
      entry.on('data', (chunk) => found.push(Buffer.from(chunk)))
      entry.on('end', () => stop.abort())
    },
  })
  await pipeline(createReadStream(file), parser, { signal: stop.signal }).catch((error: Error) => {
    if (failure) throw failure
    if (!stop.signal.aborted) throw damaged(file, `it cannot be unpacked (${error.message})`)
  })
  if (found.length === 0) throw noManifest(file)
  return parseManifest(file, Buffer.concat(found).toString('utf8'))
}

const noManifest = (file: string) =>
  new TransferError(`${file} is not an archive of this program: it has no ${MANIFEST}.`)

const tooLarge = (file: string, bytes: number, maxGb: number) =>
  new TransferError(
    `${file} unpacks to ${sizeText(bytes)} or more, above the limit of ${maxGb} GB. Give a higher one with --max-gb, or unpack it yourself and import the directory. Nothing was imported.`,
  )

async function assertSpace(directory: string, bytes: number) {
  const free = await freeBytes(directory)
  if (bytes <= free) return
  throw new TransferError(
    `The archive unpacks to ${sizeText(bytes)}, but only ${sizeText(free)} are free in ${join(directory, '..')}. Set TMPDIR to a directory with more space. Nothing was imported.`,
  )
}
