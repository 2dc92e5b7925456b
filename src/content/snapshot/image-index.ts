// Images in public reads: what a frontend needs to show them, in step with the database. Those of a large library are read
// when they are asked for.
import { and, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Database, rowsOf, type Tx } from '../../platform/db/database.ts'
import { media } from '../../platform/db/schema/media.ts'
import { type Translated, translated } from '../../text/content-language.ts'
import type { Row } from '../definition/define-resource.ts'
import { type FocalPoint, stampOf } from '../images/focal-point.ts'
import { isEdited, shownBox, shownFocal } from '../images/image-edit.ts'
import { pathFromUrl } from '../images/media-url.ts'
import type { LargeTable, Version } from './content-changes.ts'
import { MissingFromMemory } from './snapshot-entry.ts'
import type { Followed } from './snapshot-sync.ts'

/** Images of a larger one that are kept, and paths that are known not to be images. */
const MAX_KEPT = 20_000
const URLS_PER_PART = 1_000

/** An image as public reads show it: turned and cropped as the library says. */
export type PublicImage = Translated<'alt', string | null> & {
  width: number
  height: number
  /** A ThumbHash as base64. */
  placeholder: string | null
  focal: FocalPoint
  /** The stamp of the focal point for the URLs of crops. */
  v: string
  title: string | null
}

/** A file of the library; `image` is null for other files. */
type Indexed = { id: number; path: string; image: PublicImage | null; json: string | null }

/** The table as the snapshot follows it. */
const source = { name: 'media', table: media, derived: {}, only: eq(media.state, 'ready') }

type Options = {
  database: Database
  /** Of a library that is kept whole. */
  maxTableBytes: number
  /** Whether a visible record shows the image, or may do so. */
  isShown(path: string): boolean
  /** Called with the ids of changed images; null: all may have changed. */
  onChanged(ids: readonly number[] | null): void
}

export class ImageIndex implements Followed<Indexed> {
  readonly source = source
  version: Version | undefined
  /** Counts the changes of images that records show. */
  edition = 0
  readonly #paths = new Map<number, string>()
  readonly #images = new Map<string, Indexed>()
  /** Of a library that is not kept whole; `null` for a path without an image. */
  #asked: LRUCache<string, { found: Indexed | null }> | null = null

  constructor(private readonly options: Options) {}

  toEntry(row: Row): Indexed {
    const { id, path, mime, placeholder, focal_x, focal_y, title, ...file } = row as typeof media.$inferSelect
    if (!mime.startsWith('image/')) return { id, path, image: null, json: null }
    const focal = { x: focal_x, y: focal_y }
    const { width, height } = shownBox(file, file)
    return {
      id,
      path,
      image: {
        width,
        height,
        // The preview is one of the whole image.
        placeholder: isEdited(file) ? null : placeholder,
        focal: shownFocal(focal, file),
        v: stampOf(focal, file),
        ...translated(file, 'alt'),
        title,
      },
      json: null,
    }
  }

  async readLargeTable(tx: Tx): Promise<LargeTable<Indexed> | null> {
    const [table] = await rowsOf<{ bytes: string | number }>(tx, sql`select pg_table_size('media') as bytes`)
    const isLarge = Number(table!.bytes) > this.options.maxTableBytes
    this.#asked = isLarge ? new LRUCache({ max: MAX_KEPT }) : null
    return isLarge ? { rowsAfter: async () => [], toEntry: (row) => this.toEntry(row) } : null
  }

  replaceAll(entries: readonly Indexed[]) {
    this.#paths.clear()
    this.#images.clear()
    this.#asked?.clear()
    for (const entry of entries) this.#add(entry)
    this.edition++
    this.options.onChanged(null)
  }

  replaceSome(ids: readonly number[], entries: readonly Indexed[]): boolean {
    const isVisible = this.#asked ? this.#forget(ids, entries) : this.#replace(ids, entries)
    this.options.onChanged(ids)
    if (isVisible) this.edition++
    return isVisible
  }

  #replace(ids: readonly number[], entries: readonly Indexed[]): boolean {
    const paths: string[] = []
    for (const id of ids) {
      const path = this.#paths.get(id)
      if (path === undefined) continue
      paths.push(path)
      this.#paths.delete(id)
      this.#images.delete(path)
    }
    for (const entry of entries) {
      paths.push(entry.path)
      this.#add(entry)
    }
    return paths.some((path) => this.options.isShown(path))
  }

  #forget(ids: readonly number[], entries: readonly Indexed[]): boolean {
    const changed = new Set(ids)
    for (const [path, { found }] of this.#asked!.entries())
      if (found && changed.has(found.id)) this.#asked!.delete(path)
    for (const found of entries) this.#asked!.set(found.path, { found })
    // The index does not know the place of a deleted one.
    return true
  }

  #add(entry: Indexed) {
    const { id, path, image } = entry
    if (!image) return
    this.#paths.set(id, path)
    this.#images.set(path, entry)
  }

  /** Whether images are read when they are asked for. */
  get isLarge() {
    return this.#asked !== null
  }

  /** The image with this URL, which may be percent-encoded or have a query, or null. */
  find(url: string): PublicImage | null {
    return this.#find(url)?.image ?? null
  }

  /** `{"<url>": {…}, …}` for those of the URLs that are images of the library. */
  json(urls: Iterable<string>): string {
    const wanted = [...urls]
    if (this.#asked) this.#need(wanted)
    const members: string[] = []
    for (const url of wanted) {
      const found = this.#find(url)
      if (!found?.image) continue
      found.json ??= JSON.stringify(found.image)
      members.push(`${JSON.stringify(url)}:${found.json}`)
    }
    return `{${members.join()}}`
  }

  /** Like `json`, in parts, for more URLs than are kept. */
  async *jsonParts(urls: Iterable<string>): AsyncGenerator<string> {
    let comma = ''
    yield '{'
    for (const batch of batches([...urls], URLS_PER_PART)) {
      if (this.#asked) await this.load(batch.flatMap((url) => pathFromUrl(url) ?? []))
      const members = this.json(batch).slice(1, -1)
      if (members === '') continue
      yield comma + members
      comma = ','
    }
    yield '}'
  }

  #find(url: string): Indexed | null {
    const path = pathFromUrl(url)
    if (path === null) return null
    if (!this.#asked) return this.#images.get(path) ?? null
    this.#need([url])
    return this.#asked.get(path)!.found
  }

  #need(urls: readonly string[]) {
    const missing = new Set(
      urls.flatMap((url) => pathFromUrl(url) ?? []).filter((path) => !this.#asked!.has(path)),
    )
    if (missing.size > 0) throw new MissingFromMemory([], [...missing])
  }

  /** Reads the images with these paths of a library that is not kept whole. */
  async load(paths: readonly string[]) {
    const [asked, version] = [this.#asked, this.version]
    const rows = await this.options.database.query((tx) =>
      tx
        .select()
        .from(media)
        .where(and(source.only, sql`${media.path} = any(${sql.param(paths)}::text[])`)),
    )
    const found = new Map(rows.map((row) => [row.path, this.toEntry(row as Row)]))
    // Rows that were read before a change may be older than the change, which is applied already.
    if (this.version === version)
      for (const path of paths) asked?.set(path, { found: found.get(path) ?? null })
  }
}

const batches = <T>(items: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
