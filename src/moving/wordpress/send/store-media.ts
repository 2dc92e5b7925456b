// Stores files of the old site in the media library: each once, at most four at a time. The service downloads them, or
// they are uploaded from a copy of wp-content/uploads.

import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import { createBoundedQueue } from '../../../platform/bounded-queue.ts'
import { RefusedError } from '../../service-client.ts'
import { type ImageSource, MAX_CAPTION, originalsOf } from '../convert/image-library.ts'
import { plainText, truncate } from '../convert/to-plain-text.ts'
import type { UploadsDirectory } from '../read/uploads-directory.ts'
import type { Client } from './frontage-client.ts'

const MAX_AT_ONCE = 4
const NOT_IN_UPLOADS = 'not in the directory of --uploads'

export type MediaStore = {
  /** Stores a file once and returns its new URL, or null if that failed. Throws ServiceError. */
  store(source: ImageSource): Promise<string | null>
  /** The new URL of a file that was stored before, or null. */
  newUrlOf(url: string): string | null
  /** Whether `store` was called for this URL. */
  isKnown(url: string): boolean
}

type Options = {
  client: Client
  /** Null: the service downloads the files. */
  uploads: UploadsDirectory | null
  journal: MediaJournal | null
  /** Called once for each file, as soon as its outcome is known. */
  onStored: (url: string, outcome: 'created' | 'already there' | 'failed', reason: string | null) => void
}

type Stored = { url: string } | { reason: string }

export function createMediaStore({ client, uploads, journal, onStored }: Options): MediaStore {
  const queue = createBoundedQueue({ maxRunning: MAX_AT_ONCE })
  const results = new Map<string, Promise<string | null>>()
  const newUrls = new Map<string, string>()
  /** Two sizes of one image have the same original. */
  const originals = new Map<string, Promise<Stored>>()

  async function storeFirst(source: ImageSource): Promise<string | null> {
    const known = journal?.stored.get(source.url)
    if (known !== undefined && (await client.hasMedia(known)))
      return finish(source.url, 'already there', known)
    let reason = NOT_IN_UPLOADS
    for (const url of originalsOf(source)) {
      const stored = await originals.getOrInsertComputed(url, () =>
        queue.run(() => storeOne({ ...source, url })),
      )
      if ('url' in stored) {
        await journal?.add(source.url, stored.url)
        return finish(source.url, 'created', stored.url)
      }
      if (stored.reason !== NOT_IN_UPLOADS) reason = stored.reason
    }
    onStored(source.url, 'failed', reason)
    return null
  }

  async function storeOne(source: ImageSource): Promise<Stored> {
    try {
      const details = captionsOf(source)
      if (!uploads) return { url: await client.importImage({ url: source.url, ...details }) }
      const path = await uploads.find(source.url)
      if (path === null) return { reason: NOT_IN_UPLOADS }
      return { url: await client.uploadFile(path, details) }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      return { reason: error.reason }
    }
  }

  function finish(from: string, outcome: 'created' | 'already there', to: string) {
    newUrls.set(from, to)
    onStored(from, outcome, null)
    return to
  }

  return {
    store: (source) => results.getOrInsertComputed(source.url, () => storeFirst(source)),
    newUrlOf: (url) => newUrls.get(url) ?? null,
    isKnown: (url) => results.has(url),
  }
}

/** Texts as the media library accepts them. */
export const captionsOf = ({ alt, title }: ImageSource) => ({
  ...(alt !== '' && { alt: truncate(plainText(alt), MAX_CAPTION) }),
  ...(title !== '' && { title: truncate(plainText(title), MAX_CAPTION) }),
})

const entry = z.object({ service: z.string(), from: z.string(), to: z.string() })

export type MediaJournal = {
  /** New URLs by URL on the old site. */
  stored: ReadonlyMap<string, string>
  add(from: string, to: string): Promise<void>
}

/** `service` is the address of the site that is imported into; entries of others are ignored, and so are cut lines. */
export async function openMediaJournal(path: string, service: string): Promise<MediaJournal> {
  const stored = new Map<string, string>()
  const file = Bun.file(path)
  const text = (await file.exists()) ? await file.text() : ''
  for (const line of text.split('\n')) {
    const found = entry.safeParse(parseJson(line))
    if (found.success && found.data.service === service) stored.set(found.data.from, found.data.to)
  }
  return {
    stored,
    add: (from, to) => appendFile(path, `${JSON.stringify({ service, from, to })}\n`),
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
