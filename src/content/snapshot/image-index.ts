// Images in public reads: what a frontend needs to show them, for all images of the library, in step with the database.
import { eq } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import type { Row } from '../definition/define-resource.ts'
import { type FocalPoint, stampOf } from '../images/focal-point.ts'
import { pathFromUrl } from '../images/media-url.ts'
import type { Version } from './content-changes.ts'
import type { Followed } from './snapshot-sync.ts'

/** An image as public reads show it. */
export type PublicImage = {
  width: number
  height: number
  /** A ThumbHash as base64. */
  placeholder: string | null
  focal: FocalPoint
  /** The stamp of the focal point for the URLs of crops. */
  v: string
  alt: string | null
  title: string | null
}

/** A file of the library; `image` is null for other files. */
type Indexed = { id: number; path: string; image: PublicImage | null; json: string | null }

/** The table as the snapshot follows it. */
const source = { name: 'media', table: media, derived: {}, only: eq(media.state, 'ready') }

export class ImageIndex implements Followed<Indexed> {
  readonly source = source
  version: Version | undefined
  /** Counts the changes of images that records show. */
  edition = 0
  readonly #paths = new Map<number, string>()
  readonly #images = new Map<string, Indexed>()

  /** `onChanged` gets the paths of changed images; `isShown` tells whether a visible record shows the image. */
  constructor(
    private readonly options: { isShown(path: string): boolean; onChanged(paths: readonly string[]): void },
  ) {}

  toEntry(row: Row): Indexed {
    const { id, path, mime, width, height, placeholder, focal_x, focal_y, alt, title } =
      row as typeof media.$inferSelect
    if (!mime.startsWith('image/')) return { id, path, image: null, json: null }
    const focal = { x: focal_x, y: focal_y }
    return {
      id,
      path,
      image: { width, height, placeholder, focal, v: stampOf(focal), alt, title },
      json: null,
    }
  }

  replaceAll(entries: readonly Indexed[]) {
    const paths = [...this.#images.keys()]
    this.#paths.clear()
    this.#images.clear()
    for (const entry of entries) paths.push(this.#add(entry))
    this.edition++
    this.options.onChanged(paths)
  }

  replaceSome(ids: readonly number[], entries: readonly Indexed[]): boolean {
    const paths: string[] = []
    for (const id of ids) {
      const path = this.#paths.get(id)
      if (path === undefined) continue
      paths.push(path)
      this.#paths.delete(id)
      this.#images.delete(path)
    }
    for (const entry of entries) paths.push(this.#add(entry))
    this.options.onChanged(paths)
    const isVisible = paths.some((path) => this.options.isShown(path))
    if (isVisible) this.edition++
    return isVisible
  }

  #add(entry: Indexed): string {
    const { id, path, image } = entry
    if (image) {
      this.#paths.set(id, path)
      this.#images.set(path, entry)
    }
    return path
  }

  /** The image with this URL, which may be percent-encoded or have a query, or null. */
  find(url: string): PublicImage | null {
    return this.#find(url)?.image ?? null
  }

  /** `{"<url>": {…}, …}` for those of the URLs that are images of the library. */
  json(urls: Iterable<string>): string {
    const members: string[] = []
    for (const url of urls) {
      const found = this.#find(url)
      if (!found) continue
      found.json ??= JSON.stringify(found.image)
      members.push(`${JSON.stringify(url)}:${found.json}`)
    }
    return `{${members.join()}}`
  }

  #find(url: string): Indexed | undefined {
    const path = pathFromUrl(url)
    return path === null ? undefined : this.#images.get(path)
  }
}
