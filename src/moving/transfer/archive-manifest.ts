// The manifest of an archive: read and checked before anything else of it.
import {
  isArchiveName,
  MANIFEST,
  type Manifest,
  manifestSchema,
  SCHEMA_VERSION,
  TransferError,
} from './archive-format.ts'

export const MAX_MANIFEST_BYTES = 256 * 1_048_576

export const damaged = (path: string, problem: string) =>
  new TransferError(`${path} is damaged: ${problem}. Nothing was imported.`)

/** The manifest in a text. Throws TransferError for an invalid or newer one. */
export function parseManifest(path: string, text: string): Manifest {
  const { data, error } = manifestSchema.safeParse(parseJson(text))
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

/** Null for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
