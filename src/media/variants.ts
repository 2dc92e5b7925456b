// Variants of images, made on the first request and kept in the store: each is made once in a process, and at worst once in
// each replica, because all of them make the same bytes.
import { LRUCache } from 'lru-cache'
import { stampOf } from '../content/images/focal-point.ts'
import { type ImageEdit, isEdited, shownBox, shownFocal } from '../content/images/image-edit.ts'
import { type CropBox, cropBox, effectiveWidth, variantSize } from '../content/images/image-variants.ts'
import { type BoundedQueue, createBoundedQueue } from '../platform/bounded-queue.ts'
import { rangeOf } from '../platform/storage/byte-range.ts'
import { derivedDirectory } from '../platform/storage/derived-keys.ts'
import { type ObjectAnswer, type Storage, StorageError } from '../platform/storage/storage.ts'
import { AppError } from '../text/errors.ts'
import { formatOfMime, formats } from './image-formats.ts'
import { type Rendering, renderVariant } from './process-image/render-variant.ts'
import { formatOf, type VariantRequest } from './variant-request.ts'

/** Stands for the ratio in keys of edited images as a whole. */
const ALL = 'all'

/** Part of every key and ETag: raise it when the same request is to give other bytes. */
const RECIPE = 1

/** The part of a row of the media library that variants need. */
type Original = {
  path: string
  mime: string
  etag: string | null
  width: number
  height: number
} & Edit

/** The settings that decide which part of an original its variants show. */
type Edit = ImageEdit & { focal_x: number; focal_y: number }

export const stampOfRow = (row: Edit) => stampOf({ x: row.focal_x, y: row.focal_y }, row)

export type Variant = { key: string; mime: string; etag: string; rendering: Rendering }

/** The variant that answers the request; null if that is the original itself. */
export function chooseVariant(
  original: Original,
  request: VariantRequest,
  accept: string | undefined,
): Variant | null {
  const from = formatOfMime(original.mime)!
  const to = formatOf(from, request.format, accept)
  const { rotation } = original
  const shown = shownBox(original, original)
  const focal = shownFocal({ x: original.focal_x, y: original.focal_y }, original)
  const image = { width: shown.width, height: shown.height, focal }
  const { ratio } = request
  const isWhole = ratio === null && !isEdited(original)
  const size = variantSize(image, request)
  if (isWhole && to === from && size.width === original.width) return null
  const width = effectiveWidth(image, request)
  const part = isWhole ? '' : `-${ratio ?? ALL}-${stampOfRow(original)}`
  const key = `${derivedDirectory(original.path)}/${RECIPE}-${width}${part}.${formats[to].extension}`
  return {
    key,
    mime: formats[to].mime,
    etag: `"${Bun.hash.xxHash3(`${original.etag} ${key}`).toString(36)}"`,
    rendering: { from, to, rotation, crop: isWhole ? null : within(shown, cropBox(image, request)), size },
  }
}

const within = (shown: CropBox, box: CropBox): CropBox => ({
  ...box,
  left: shown.left + box.left,
  top: shown.top + box.top,
})

/** Whether the object with this name beside an original is one that `chooseVariant` still names. */
export function isCurrentVariant(name: string, row: Edit): boolean {
  const [, recipe, stamp] = /^(\d+)-\d+(?:-(?:\d+x\d+|all)-([0-9a-z]+))?\.[a-z]+$/.exec(name) ?? []
  if (Number(recipe) !== RECIPE) return false
  return stamp === undefined ? !isEdited(row) : stamp === stampOfRow(row)
}

type Options = {
  storage: Storage
  /** The queue of uploads, so that together they use no more memory than uploads alone. */
  imageQueue: BoundedQueue
  maxRunning: number
  /** Whether the image is public in the database, not from a cache. */
  isPublic(path: string): Promise<boolean>
}

/** A request that waited longer than this for its turn is refused. */
const MAX_WAIT_MS = 20_000
const MAX_WAITING = 500

const KEPT_BYTES = 32 * 1_048_576
const MAX_KEPT_BYTES = 1_048_576
/** The time that a store may take for a variant that is in memory. */
const PATIENCE_MS = 1_000

export class Variants {
  readonly #flights = new Map<string, Promise<Blob | null>>()
  /** Variants that are served while the store is silent. */
  readonly #recent = new LRUCache<string, Blob>({
    maxSize: KEPT_BYTES,
    maxEntrySize: MAX_KEPT_BYTES,
    sizeCalculation: ({ size }) => size,
  })
  /** A queue before that of uploads, so that these wait for a few variants only. */
  readonly #queue: BoundedQueue
  #lastFailure = Number.NEGATIVE_INFINITY

  constructor(private readonly options: Options) {
    const { maxRunning } = options
    this.#queue = createBoundedQueue({ maxRunning, maxWaiting: MAX_WAITING, createRefusal: tooBusy })
  }

  /** The variant's bytes, or the part in a `Range` header; 404 if the original is gone. Throws 503. */
  async open(original: Original, variant: Variant, range: string | null): Promise<ObjectAnswer> {
    const stored = await this.#read(variant.key, range)
    if (stored.status !== 404) return stored
    const flight = this.#flights.get(variant.key) ?? this.#start(original, variant)
    const bytes = await flight
    return bytes ? answerFrom(bytes, variant.etag, range) : { status: 404 }
  }

  async #read(key: string, range: string | null): Promise<ObjectAnswer> {
    const recent = this.#recent.get(key)
    const reading = this.options.storage.get(key, { range })
    if (!recent) {
      const answer = await reading
      if (answer.status === 200 && answer.body instanceof Blob) this.#keep(key, answer.body)
      return answer
    }
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), PATIENCE_MS)
    try {
      return (
        (await Promise.race([reading.catch(ignoreFailure), late.promise])) ?? answerFrom(recent, '', range)
      )
    } finally {
      clearTimeout(timer)
    }
  }

  // A disk does not fall silent.
  #keep(key: string, bytes: Blob) {
    if (this.options.storage.kind === 's3') this.#recent.set(key, bytes)
  }

  #start(original: Original, variant: Variant): Promise<Blob | null> {
    const flight = this.#make(original, variant).finally(() => this.#flights.delete(variant.key))
    this.#flights.set(variant.key, flight)
    return flight
  }

  /** Null if the original is gone. */
  async #make({ path }: Original, { key, mime, rendering }: Variant): Promise<Blob | null> {
    const { storage, imageQueue, isPublic } = this.options
    const start = performance.now()
    // A read that began before another flight can miss what that flight has stored since.
    const stored = await this.#readWhole(key)
    if (stored) return new Blob([stored as Uint8Array<ArrayBuffer>], { type: mime })
    const bytes = await this.#queue.run(() => {
      if (performance.now() - start > MAX_WAIT_MS) throw tooBusy()
      // While the store is silent, all that wait would otherwise wait for its time limit in turn.
      if (this.#lastFailure > start) throw new StorageError(false, 'the store failed for another variant')
      return imageQueue.run(() => this.#render(path, rendering))
    })
    if (!bytes) return null
    const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime })
    this.#keep(key, blob)
    try {
      await storage.put(key, bytes, { type: mime })
    } catch (error) {
      // Another replica on the same disk was first, or the next request tries again.
      if (!(error instanceof StorageError)) throw error
    }
    // A deletion in the meantime has not seen this object.
    if (await isPublic(path)) return blob
    this.#recent.delete(key)
    await storage.remove(key)
    return null
  }

  /** The bytes of an object, or null if there is none, or none any more when its file is read. */
  async #readWhole(key: string): Promise<Uint8Array | null> {
    const answer = await this.options.storage.get(key)
    if (answer.status !== 200) return null
    try {
      const { body } = answer
      return await (body instanceof Blob ? body.bytes() : new Response(body).bytes())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  async #render(path: string, rendering: Rendering): Promise<Uint8Array | null> {
    try {
      const original = await this.#readWhole(path)
      return original && (await renderVariant(original, rendering))
    } catch (error) {
      if (error instanceof StorageError) this.#lastFailure = performance.now()
      throw error
    }
  }
}

function answerFrom(blob: Blob, etag: string, header: string | null): ObjectAnswer {
  const head = { size: blob.size, etag, modified: new Date() }
  const range = rangeOf(header, blob.size)
  if (range === 'unsatisfiable') return { status: 416 }
  if (!range) return { ...head, status: 200, range, body: blob }
  return { ...head, status: 206, range, body: blob.slice(range.start, range.end + 1) }
}

function ignoreFailure(error: unknown): null {
  if (!(error instanceof StorageError)) throw error
  return null
}

const tooBusy = () =>
  new AppError('unavailable', 'Too many images are being processed; try again later.', {
    headers: { 'Retry-After': '10' },
  })

/** Removes the variants of an image from the store, or only those of another focal point or edit. Throws 503. */
export async function removeVariants(storage: Storage, path: string, kept?: Edit): Promise<void> {
  const directory = derivedDirectory(path)
  for await (const { key } of storage.list(directory))
    if (!kept || !isCurrentVariant(key.slice(directory.length + 1), kept)) await storage.remove(key)
}
