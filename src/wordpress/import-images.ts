// The second half of an import with --media: what the site has now is looked through for images of the old site; the
// service fetches each once, and the text is changed to show its own. A text that has none left is not touched, so a
// new run goes on with what could not be had.
import { type Client, Refused } from './frontage-client.ts'
import { type ImageLibrary, type ImageSource, imageUrlsIn, replaceImageUrls } from './image-library.ts'
import type { Result } from './import-site.ts'
import { clip, plainText } from './to-plain-text.ts'

/** An article or a page of the file as it is on the site; `html` and `image` are the file's. */
export type Holder = { kind: 'articles' | 'pages'; id: number; html: string; image: ImageSource | null }

type Options = {
  client: Client
  holders: Holder[]
  library: ImageLibrary
  /** Called once for each image, as soon as its fate is known. */
  onResult: (result: Result) => void
}

const BODY = { articles: 'content', pages: 'body' } as const

/** Throws ServiceError when the service cannot be used any longer. */
export async function importImages({ client, holders, library, onResult }: Options): Promise<void> {
  /** By their address on the old site; null for one that could not be had. */
  const hosted = new Map<string, string | null>()
  const report = (name: string, outcome: Result['outcome'], reason: string | null = null) =>
    onResult({ kind: 'images', name, outcome, reason, count: 1 })

  async function host(source: ImageSource): Promise<string | null> {
    const { url } = source
    const known = hosted.get(url)
    if (known !== undefined) return known
    let own: string | null = null
    try {
      own = await client.importImage({ url, ...described(source) })
      report(url, 'created')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      report(url, 'failed', error.message)
    }
    hosted.set(url, own)
    return own
  }

  const expected = new Set<string>()
  for (const { kind, id, html, image } of holders) {
    const inFile = imageUrlsIn(html).map((url) => library.find(url)?.url)
    for (const url of [...inFile, image?.url]) if (url) expected.add(url)
    const record = await client.read(kind, id)
    const body = record[BODY[kind]] ?? ''
    for (const url of imageUrlsIn(body)) {
      const source = library.find(url)
      if (source) await host(source)
    }
    const changed = replaceImageUrls(body, (url) => hosted.get(library.find(url)?.url ?? '') ?? null)
    const featured = image && kind === 'articles' && !record.image ? await host(image) : null
    const fields = {
      ...(changed !== body && { [BODY[kind]]: changed }),
      ...(featured && { image: featured, image_alt: described(image!).alt ?? null }),
    }
    if (Object.keys(fields).length === 0) continue
    try {
      await client.change({ resource: kind, id, version: record.version }, fields)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      onResult({
        kind,
        name: `id ${id}`,
        outcome: 'failed',
        reason: `its images: ${error.message}`,
        count: 1,
      })
    }
  }
  for (const url of expected) if (!hosted.has(url)) report(url, 'already there')
}

const described = ({ alt, title }: ImageSource) => ({
  ...(alt !== '' && { alt: clip(plainText(alt), 300) }),
  ...(title !== '' && { title: clip(plainText(title), 300) }),
})
