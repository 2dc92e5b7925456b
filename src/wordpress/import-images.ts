// The second phase of an import with --media: finds images of the old site in the records as they are on the site now,
// has the service download each image once, and replaces its URLs. Records without such images are not changed, so
// another run only retries the images that failed.
import type { Client } from './frontage-client.ts'
import { type ImageLibrary, type ImageSource, imageUrlsIn, replaceImageUrls } from './image-library.ts'
import type { Result } from './import-site.ts'
import { RefusedError } from './send-request.ts'
import { plainText, truncate } from './to-plain-text.ts'

/** An article or page of the file that is on the site; `html` and `image` are as in the file. */
export type ImportedPost = {
  kind: 'articles' | 'pages'
  id: number
  html: string
  image: ImageSource | null
}

type Options = {
  client: Client
  posts: ImportedPost[]
  library: ImageLibrary
  /** Called once for each image, as soon as its outcome is known, and for each record that could not be changed. */
  onResult: (result: Result) => void
}

const BODY_FIELD = { articles: 'content', pages: 'body' } as const

/** Throws ServiceError when the service cannot be used any longer. */
export async function importImages({ client, posts, library, onResult }: Options): Promise<void> {
  const images = createImageImporter(client, onResult)
  const inFile = new Set<string>()
  for (const post of posts) {
    const urls = imageUrlsIn(post.html).map((url) => library.find(url)?.url)
    for (const url of [...urls, post.image?.url]) if (url) inFile.add(url)
    await importImagesOf(post, { client, library, images, onResult })
  }
  for (const url of inFile) if (!images.isKnown(url)) images.report(url, 'already there')
}

type ImageImporter = ReturnType<typeof createImageImporter>

function createImageImporter(client: Client, onResult: Options['onResult']) {
  /** New URLs by URL on the old site; null for an image that failed. */
  const imported = new Map<string, string | null>()
  const report = (name: string, outcome: Result['outcome'], reason: string | null = null) =>
    onResult({ kind: 'images', name, outcome, reason, count: 1 })
  return {
    report,
    isKnown: (url: string) => imported.has(url),
    /** The new URL of an image that was imported before, or null. */
    newUrlOf: (url: string) => imported.get(url) ?? null,
    /** Imports an image once and returns its new URL, or null if that failed. */
    async import(source: ImageSource): Promise<string | null> {
      const { url } = source
      const known = imported.get(url)
      if (known !== undefined) return known
      let newUrl: string | null = null
      try {
        newUrl = await client.importImage({ url, ...captionsOf(source) })
        report(url, 'created')
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error
        report(url, 'failed', error.message)
      }
      imported.set(url, newUrl)
      return newUrl
    },
  }
}

type Context = Omit<Options, 'posts'> & { images: ImageImporter }

async function importImagesOf(
  { kind, id, image }: ImportedPost,
  { client, library, images, onResult }: Context,
) {
  const record = await client.read(kind, id)
  const bodyField = BODY_FIELD[kind]
  const body = record[bodyField] ?? ''
  for (const url of imageUrlsIn(body)) {
    const source = library.find(url)
    if (source) await images.import(source)
  }
  const newBody = replaceImageUrls(body, (url) => images.newUrlOf(library.find(url)?.url ?? ''))
  const featured = image && kind === 'articles' && !record.image ? await images.import(image) : null
  const changes = {
    ...(newBody !== body && { [bodyField]: newBody }),
    ...(featured && { image: featured, image_alt: captionsOf(image!).alt ?? null }),
  }
  if (Object.keys(changes).length === 0) return
  try {
    await client.change({ resource: kind, id, version: record.version }, changes)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const reason = `its images: ${error.message}`
    onResult({ kind, name: `id ${id}`, outcome: 'failed', reason, count: 1 })
  }
}

const captionsOf = ({ alt, title }: ImageSource) => ({
  ...(alt !== '' && { alt: truncate(plainText(alt), 300) }),
  ...(title !== '' && { title: truncate(plainText(title), 300) }),
})
