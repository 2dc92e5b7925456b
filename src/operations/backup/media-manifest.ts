// `media/manifest.jsonl` beside the dumps: the content of the media copy. The first line summarises the last complete
// copy, each other line is one object; the bytes are stored under their SHA-256.
import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from '../../platform/durable-files.ts'

const summarySchema = z.object({
  stamp: z.string(),
  copied_at: z.iso.datetime(),
  objects: z.number().int(),
  bytes: z.number().int(),
})

const entrySchema = z.object({
  key: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.number().int(),
  modified: z.iso.datetime(),
  /** Stamp of the first run that saw the object. */
  since: z.string(),
  /** Stamp of the first run that no longer saw it; null while it exists. */
  until: z.string().nullable(),
})

export type MediaManifestSummary = z.output<typeof summarySchema>
export type MediaEntry = z.output<typeof entrySchema>

const NAME = 'manifest.jsonl'
const UNFINISHED = '.manifest.jsonl.unfinished'

export const mediaDirectory = (directory: string) => join(directory, 'media')

/** Path of the bytes with this digest. */
export const objectPath = (directory: string, sha256: string) =>
  join(mediaDirectory(directory), 'objects', sha256.slice(0, 2), sha256)

/** Whether the bytes of the object are in the copy, by their size. */
export async function hasBytes(directory: string, { sha256, size }: MediaEntry) {
  const found = await lstat(objectPath(directory, sha256)).catch(() => null)
  return found?.isFile() === true && found.size === size
}

/** Null when there is no copy; throws when the manifest is damaged. */
export async function readMediaManifest(directory: string) {
  let text: string
  try {
    text = await readFile(join(mediaDirectory(directory), NAME), {
      encoding: 'utf8',
      flag: constants.O_RDONLY | constants.O_NOFOLLOW,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const [first, ...rest] = text.trimEnd().split('\n')
  return {
    summary: summarySchema.parse(JSON.parse(first!)),
    entries: rest.map((line) => entrySchema.parse(JSON.parse(line))),
  }
}

export async function readMediaSummary(directory: string): Promise<MediaManifestSummary | null> {
  return (await readMediaManifest(directory))?.summary ?? null
}

export async function writeMediaManifest(
  directory: string,
  { summary, entries }: { summary: MediaManifestSummary; entries: MediaEntry[] },
) {
  const folder = mediaDirectory(directory)
  const unfinished = join(folder, UNFINISHED)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rm(unfinished, { force: true })
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile([summary, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''))
    await file.sync()
  }
  await rename(unfinished, join(folder, NAME))
  await syncDirectory(folder)
}
