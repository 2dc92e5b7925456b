// Opens an archive for reading: unpacks a `.tar.gz` into a private directory, then verifies every file against the
// manifest before anything is read from it.

import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import type { z } from 'zod'
import { sha256OfChunks } from '../../platform/sha256.ts'
import {
  isArchiveName,
  MANIFEST,
  type Manifest,
  manifestSchema,
  mediaFile,
  SCHEMA_VERSION,
  TransferError,
} from './archive-format.ts'

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
const MAX_MANIFEST_BYTES = 256 * 1_048_576

/** Throws TransferError for a damaged, truncated or newer archive. `onVerified` is called after each verified file. */
export async function openArchive(path: string, onVerified: () => void = () => {}): Promise<Archive> {
  const stats = await lstat(path).catch(() => null)
  if (!stats) throw new TransferError(`${path} does not exist.`)
  await using opened = new AsyncDisposableStack()
  let directory = path
  if (!stats.isDirectory()) {
    directory = await mkdtemp(join(tmpdir(), 'frontage-import-'))
    opened.defer(() => rm(directory, { recursive: true, force: true }))
    await unpack(path, directory)
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

const damaged = (path: string, problem: string) =>
  new TransferError(`${path} is damaged: ${problem}. Nothing was imported.`)

async function unpack(file: string, directory: string) {
  let foreign: string | null = null
  try {
    await extract({
      file,
      cwd: directory,
      strict: true,
      preserveOwner: false,
      noChmod: true,
      // Directories are created as needed; links and devices never are.
      filter: (name, entry) => {
        const isFile = 'type' in entry && (entry.type === 'File' || entry.type === 'OldFile')
        if (isFile && isArchiveName(name)) return true
        foreign ??= name
        return false
      },
    })
  } catch (error) {
    if (foreign === null) throw damaged(file, `it cannot be unpacked (${(error as Error).message})`)
  }
  if (foreign !== null)
    throw damaged(file, `it contains ${JSON.stringify(foreign)}, which is not part of an archive`)
}

async function readManifest(path: string, directory: string): Promise<Manifest> {
  const file = join(directory, MANIFEST)
  const stats = await lstat(file).catch(() => null)
  if (!stats?.isFile() || stats.size > MAX_MANIFEST_BYTES)
    throw new TransferError(`${path} is not an archive of this program: it has no ${MANIFEST}.`)
  const { data, error } = manifestSchema.safeParse(parseJson(await readFile(file, 'utf8')))
  if (error)
    throw damaged(path, `${MANIFEST} is invalid (${error.issues[0]?.path.join('.') || 'not a JSON object'})`)
  if (data.schema_version > SCHEMA_VERSION) {
    throw new TransferError(
      `${path} was made by a newer version (schema ${data.schema_version}; this program has ${SCHEMA_VERSION}). Upgrade first. Nothing was imported.`,
    )
  }
  const foreign = Object.keys(data.files).find((name) => name === MANIFEST || !isArchiveName(name))
  if (foreign !== undefined)
    throw damaged(path, `it lists ${JSON.stringify(foreign)}, which is not part of an archive`)
  return data
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
  let rest = Buffer.alloc(0)
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    rest = rest.byteLength === 0 ? (chunk as Buffer<ArrayBuffer>) : Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let end = rest.indexOf(10, start); end >= 0; end = rest.indexOf(10, start)) {
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
    if (rest.byteLength > MAX_LINE_BYTES)
      throw new TransferError(`A line of ${file} is longer than ${MAX_LINE_BYTES} bytes.`)
  }
  if (rest.byteLength > 0) yield rest.toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
