// `manifest.jsonl` beside the dumps: one line per dump, written before the dump gets its name. Lines that cannot be
// parsed, such as a truncated one, are skipped.
import { constants } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncDirectory } from '../../platform/durable-files.ts'

const entrySchema = z.object({
  database: z.string(),
  stamp: z.string(),
  file: z.string(),
  size: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When the dump was completed, by this host's clock. */
  taken_at: z.iso.datetime(),
  duration_seconds: z.number(),
  server_version: z.string(),
  client_version: z.string(),
  /** The database is created with these when it no longer exists. */
  encoding: z.string(),
  locale_provider: z.string(),
  collate: z.string(),
  ctype: z.string(),
  icu_locale: z.string().nullable(),
  tables: z.number().int(),
  rows: z.number().int(),
  /** Size of the database on its server; not in manifests of earlier versions. */
  bytes: z.number().int().optional(),
  /** Rows per table at the time of the dump. */
  counts: z.record(z.string(), z.number().int()),
})

export type ManifestEntry = z.output<typeof entrySchema>

const NAME = 'manifest.jsonl'
const UNFINISHED = '.manifest.jsonl.unfinished'

/** Entries of the manifest in `directory` by file name; the last one wins. */
export async function readManifest(directory: string): Promise<Map<string, ManifestEntry>> {
  let text: string
  try {
    text = await readFile(join(directory, NAME), {
      encoding: 'utf8',
      flag: constants.O_RDONLY | constants.O_NOFOLLOW,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
  return new Map(
    text.split('\n').flatMap((line) => parseLine(line)?.map((entry) => [entry.file, entry] as const) ?? []),
  )
}

/** The entry of one line, in an array; null when it cannot be parsed. */
export function parseLine(line: string): [ManifestEntry] | null {
  try {
    return [entrySchema.parse(JSON.parse(line))]
  } catch {
    return null
  }
}

/** Replaces the manifest atomically, sorted by stamp. */
export async function writeManifest(directory: string, entries: Iterable<ManifestEntry>) {
  const sorted = [...entries].sort((a, b) => (a.stamp + a.database < b.stamp + b.database ? -1 : 1))
  const unfinished = join(directory, UNFINISHED)
  try {
    await rm(unfinished, { force: true })
    await using file = await open(unfinished, 'wx', 0o600)
    await file.writeFile(sorted.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    await file.sync()
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await rename(unfinished, join(directory, NAME))
  await syncDirectory(directory)
}
