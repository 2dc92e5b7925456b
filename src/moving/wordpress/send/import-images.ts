// The second phase of an import with --media: finds images and PDFs of the old site in the records as they are on the site
// now, stores each once, and replaces its URLs. Records without such files are not changed, so another run only retries
// the files that failed.

import { fieldInAll } from '../../../text/content-language.ts'
import { RefusedError } from '../../service-client.ts'
import {
  type ImageLibrary,
  type ImageSource,
  isDocument,
  mediaUrlsIn,
  type Replacement,
  replaceMediaUrls,
} from '../convert/image-library.ts'
import type { UploadsDirectory } from '../read/uploads-directory.ts'
import { type FurtherTexts, TEXT_RESOURCES, type TextResource } from '../records/text-records.ts'
import type { Result } from '../report/import-summary.ts'
import type { Client } from './frontage-client.ts'
import { redirectMedia } from './import-redirects.ts'
import { captionsOf, createMediaStore, type MediaJournal, type MediaStore } from './store-media.ts'

/** A record of the file that is on the site; `html`, of both languages, and `image` are as in the file. */
export type ImportedPost = {
  /** The resource. */
  kind: TextResource | 'gallery'
  id: number
  html: string
  image: ImageSource | null
  furtherAlts: FurtherTexts<'image_alt', string>
}

type Options = {
  client: Client
  posts: ImportedPost[]
  library: ImageLibrary
  /** A copy of wp-content/uploads to take the files from; null: the service downloads them. */
  uploads?: UploadsDirectory | null
  /** Remembers stored files for the next run. */
  journal?: MediaJournal | null
  /** Called once for each file, as soon as its outcome is known, and for each record that could not be changed. */
  onResult: (result: Result) => void
}

const MAX_AT_ONCE = 4

/** The files of the old site that the posts show or link to, by their URLs there. */
export function mediaOf(posts: readonly ImportedPost[], library: ImageLibrary): ReadonlySet<string> {
  const urls = new Set<string>()
  for (const post of posts) {
    for (const url of mediaUrlsIn(post.html)) {
      const source = library.find(url)
      if (source) urls.add(source.url)
    }
    if (post.image) urls.add(post.image.url)
  }
  return urls
}

/** Throws ServiceError when the service cannot be used any longer. */
export async function importImages(options: Options): Promise<void> {
  const { client, posts, library, onResult } = options
  const report = (url: string, outcome: Result['outcome'], reason: string | null = null) =>
    onResult({ kind: isDocument(url) ? 'documents' : 'images', name: url, outcome, reason, count: 1 })
  const store = createMediaStore({
    client,
    uploads: options.uploads ?? null,
    journal: options.journal ?? null,
    onStored: report,
  })
  const stored = new Map<string, string>()
  const remembered = new Map(options.journal?.stored)
  await forEachLimited(posts, MAX_AT_ONCE, (post) =>
    importImagesOf(post, { client, library, store, stored, onResult }),
  )
  await redirectMedia({ client, stored, remembered, onResult })
  for (const url of mediaOf(posts, library)) if (!store.isKnown(url)) report(url, 'already there')
}

type Context = Pick<Options, 'client' | 'library' | 'onResult'> & {
  store: MediaStore
  /** Receives the new URL of each stored file, by its address and by those of the copies that texts show. */
  stored: Map<string, string>
}

async function importImagesOf(post: ImportedPost, { client, library, store, stored, onResult }: Context) {
  const { kind, id, image, furtherAlts } = post
  if (mediaOf([post], library).size === 0) return
  const record = await client.read(kind, id)
  const body = kind === 'gallery' ? null : TEXT_RESOURCES[kind].body
  const fields = body === null ? [] : fieldInAll(body)
  const texts = fields.map((field) => ({ field, html: String(record[field] ?? '') }))
  const shown = texts
    .flatMap(({ html }) => mediaUrlsIn(html))
    .flatMap((url) => {
      const source = library.find(url)
      return source ? [{ url, source }] : []
    })
  const [featured] = await Promise.all([
    image && 'image' in record && (!record.image || record.image === image.url) ? store.store(image) : null,
    ...shown.map(({ source }) => store.store(source)),
  ])
  if (featured) stored.set(image!.url, featured)
  for (const { url, source } of shown) {
    const newUrl = store.newUrlOf(source.url)
    if (newUrl === null) continue
    stored.set(source.url, newUrl)
    stored.set(url, newUrl)
  }
  const changes: Record<string, unknown> = {}
  for (const { field, html } of texts) {
    const changed = replaceMediaUrls(html, (url) => replacementOf(library.find(url), store))
    if (changed !== html) changes[field] = changed
  }
  if (featured) {
    changes.image = featured
    changes.image_alt = captionsOf(image!).alt ?? null
    Object.assign(changes, furtherAlts)
  }
  if (Object.keys(changes).length === 0) return
  try {
    await client.change({ resource: kind, id, version: record.version }, changes)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const reason = `its images are stored, but it still shows those of the old site; run the import again: ${error.reason}`
    onResult({ kind, name: nameOf(record) ?? `id ${id}`, outcome: 'failed', reason, count: 1 })
  }
}

const nameOf = ({ title, name, author_name, question }: Record<string, unknown>) =>
  [title, name, author_name, question].find((value) => typeof value === 'string')

function replacementOf(source: ImageSource | null, store: MediaStore): Replacement | null {
  if (!source || !store.isKnown(source.url)) return null
  return { url: store.newUrlOf(source.url), ...captionsOf(source) }
}

/** Runs `task` for every item, at most `limit` at a time. After a failure no further one starts, and it throws. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let hasFailed = false
  const work = async () => {
    while (!hasFailed && next < items.length) {
      try {
        await task(items[next++]!)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
}
