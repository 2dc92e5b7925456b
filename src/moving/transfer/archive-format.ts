// Moves a site between installations: archives with all content and media, and the whole site as static files. This file
// defines the archive: NDJSON per resource, media as files, and a manifest with a SHA-256 of each file.

import { z } from 'zod'
import journal from '../../../drizzle/meta/_journal.json'
import { ROTATIONS } from '../../content/images/image-edit.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { keyProblem } from '../../platform/storage/object-keys.ts'
import { furtherFields, withValue } from '../../text/content-language.ts'

/** The archive or the target cannot be used; the message is for the user. */
export class TransferError extends Error {}

export const ARCHIVE_FORMAT = 'frontage-archive'

/** The number of migrations: columns and tables only change through one. */
export const SCHEMA_VERSION = journal.entries.length

export const MANIFEST = 'manifest.json'
export const MEDIA_LIST = 'media.ndjson'
export const MESSAGES = 'forms/messages.ndjson'
export const SUBSCRIBERS = 'forms/subscribers.ndjson'

export const resourceFile = (name: string) => `resources/${name}.ndjson`
export const mediaFile = (path: string) => `media/${path}`

/** The path of a file of the library by its URL, which is percent-encoded, and the reverse. */
export const pathOfMedia = (url: string) => decodeURIComponent(url.replace(/^.*?\/media\//, ''))
export const urlOfMedia = (path: string) => `/media/${path.split('/').map(encodeURIComponent).join('/')}`

const archivedFile = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
  /** Lines of an NDJSON file; null for an image. */
  records: z.int().min(0).nullable(),
})

export type ArchivedFile = z.infer<typeof archivedFile>

export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  schema_version: z.int().min(1),
  created_at: z.iso.datetime(),
  /** The languages of the site, the primary one first. */
  languages: z.array(z.string()).min(1),
  files: z.record(z.string(), archivedFile),
})

export type Manifest = z.infer<typeof manifestSchema>

/** One record: read-only values of every record, the fields of its resource, and accounts as email addresses. */
export type ArchivedRecord = Record<string, unknown> & {
  id: number
  version: number
  created_at: string
  updated_at: string
}

const instant = z.iso.datetime({ offset: true })
export const recordHead = z.looseObject({
  id: z.int().min(1).max(2_147_483_647),
  version: z.int().min(1).max(2_147_483_647),
  created_at: instant,
  updated_at: instant,
})

const part = z.number().min(0).max(1)
const share = part.default(0.5)

/** A line of `media.ndjson`. Images that are not `ready` only keep their path taken. */
export const mediaRecord = z.strictObject({
  id: recordHead.shape.id,
  version: recordHead.shape.version,
  created_at: instant,
  updated_at: instant,
  state: z.enum(['ready', 'removed']),
  path: z.string().regex(/^\d{4}\/\d{2}\/[\p{L}\p{N}\p{M}\u200c-]{1,200}\.[a-z]{3,4}$/u),
  mime: z.string(),
  width: z.int().min(0),
  height: z.int().min(0),
  size: z.int().min(0),
  alt: z.string().max(300).nullable(),
  title: z.string().max(300).nullable(),
  // Missing in archives from before these columns.
  focal_x: share,
  focal_y: share,
  ...withValue(furtherFields('alt'), z.string().max(300).nullable().default(null)),
  tags: z.array(z.string().max(60)).default([]),
  rotation: z.literal(ROTATIONS).default(0),
  crop: z.object({ x: part, y: part, width: part, height: part }).nullable().default(null),
  placeholder: z.string().max(40).nullable().default(null),
  // Archives of releases that counted the pages of PDFs have this.
  pages: z.unknown().optional(),
  /** Email address of the account. */
  uploaded_by: z.string().nullable(),
})

export type ArchivedImage = z.infer<typeof mediaRecord>

const LISTS = new Set([MEDIA_LIST, MESSAGES, SUBSCRIBERS, ...resources.map(({ name }) => resourceFile(name))])

/** Whether an archive may contain a file with this name. No other name is ever read, extracted or written. */
export const isArchiveName = (name: string) =>
  name === MANIFEST || LISTS.has(name) || (name.startsWith('media/') && keyProblem(name) === null)
