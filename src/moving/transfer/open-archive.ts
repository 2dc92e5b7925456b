// Opens an archive for reading: unpacks a `.tar.gz` into a private directory, then verifies every file against the
// manifest before anything is read from it.

import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { sha256OfChunks } from '../../platform/sha256.ts'
import { MANIFEST, type Manifest, mediaFile, TransferError } from './archive-format.ts'
import { damaged, MAX_MANIFEST_BYTES, parseJson, parseManifest } from './archive-manifest.ts'
import { unpack } from './unpack-archive.ts'

export type Archive = {
  manifest: Manifest
  /** The number of records in an NDJSON file; 0 when the archive does not have it. */
  count(name: string): number
  /** The records of an NDJSON file, validated one by one; none when the archive does not have it. */
  records<Schema extends z.ZodType>(name: string, schema: Schema): AsyncGenerator<z.output<Schema>, void>
  /** SHA-256 of an image; null when the archive does not have it. */
  imageDigest(path: string): string | null
  readImage(path: string): Promise<Uint8Array>
  [Symbol.asyncDispose](): Promise<void>
}

const MAX_LINE_BYTES = 32 * 1_048_576

type Opening = {
  /** Called after each verified file. */
  onVerified?: () => void
  /** Limit on the files of a `.tar.gz` in gigabytes. */
  maxGb?: number | undefined
}

/** Throws TransferError for a damaged, truncated, newer or too large archive. */
export async function openArchive(
  path: string,
  { onVerified = () => {}, maxGb }: Opening = {},
): Promise<Archive> {
  const stats = await lstat(path).catch(() => null)
  if (!stats) throw new TransferError(`${path} does not exist.`)
  await using opened = new AsyncDisposableStack()
  let directory = path
  if (!stats.isDirectory()) {
    directory = await mkdtemp(join(tmpdir(), 'frontage-import-'))
    opened.defer(() => rm(directory, { recursive: true, force: true }))
    await unpack(path, directory, maxGb)
  }
  const manifest = await readManifest(path, directory)
  for (const [name, expected] of Object.entries(manifest.files)) {
    const problem = await problemOf(join(directory, name), expected)
    if (problem) throw damaged(path, `${name} ${problem}`)
    onVerified()
  }
  const stack = opened.move()
  return {
    manifest,
    count: (name) => manifest.files[name]?.records ?? 0,
    async *records(name, schema) {
      if (!manifest.files[name]) return
      let number = 0
      for await (const line of linesOf(join(directory, name))) {
        number++
        const { data, error } = schema.safeParse(parseJson(line))
        if (error) {
          const [issue] = error.issues
          const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
          throw damaged(path, `line ${number} of ${name} is invalid: ${place}${issue?.message}`)
        }
        yield data as never
      }
    },
    imageDigest: (image) => manifest.files[mediaFile(image)]?.sha256 ?? null,
    readImage: (image) => readFile(join(directory, mediaFile(image))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function readManifest(path: string, directory: string): Promise<Manifest> {
  const file = join(directory, MANIFEST)
  const stats = await lstat(file).catch(() => null)
  if (!stats?.isFile() || stats.size > MAX_MANIFEST_BYTES)
    throw new TransferError(`${path} is not an archive of this program: it has no ${MANIFEST}.`)
  return parseManifest(path, await readFile(file, 'utf8'))
}

async function problemOf(file: string, { sha256, bytes }: Manifest['files'][string]): Promise<string | null> {
  // Links are not followed: a link in a directory could lead to any file of this machine.
  const stats = await lstat(file).catch(() => null)
  if (!stats) return 'is missing'
  if (!stats.isFile()) return 'is not a regular file'
  if (stats.size !== bytes) return `has ${stats.size} bytes instead of ${bytes}`
  return (await sha256OfChunks(createReadStream(file))) === sha256 ? null : 'does not match its checksum'
}

// Split by bytes: readline also splits at U+2028, which JSON texts contain unescaped.
async function* linesOf(file: string): AsyncGenerator<string, void> {
  await using handle = await open(file)
  let begun: Buffer[] = []
  let size = 0
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    const bytes = chunk as Buffer<ArrayBuffer>
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...begun, bytes.subarray(start, end)]).toString('utf8')
      begun = []
      size = 0
      start = end + 1
    }
    // Joined once: a line of many chunks takes time in proportion to its length.
    begun.push(bytes.subarray(start))
    size += bytes.byteLength - start
    if (size > MAX_LINE_BYTES)
      throw new TransferError(`A line of ${file} is longer than ${MAX_LINE_BYTES} bytes.`)
  }
  if (size > 0) yield Buffer.concat(begun).toString('utf8')
}
