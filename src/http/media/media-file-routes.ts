// GET HEAD /media/{yyyy}/{mm}/{name}   images and PDFs; ?w&ratio&f&v for a variant of an image
import { Hono } from 'hono'
import { isEditStamp } from '../../content/images/focal-point.ts'
import { isEdited } from '../../content/images/image-edit.ts'
import { variantUrl } from '../../content/images/image-variants.ts'
import { pathFromUrl } from '../../content/images/media-url.ts'
import type { Deps } from '../../deps.ts'
import { isImage } from '../../media/file-types.ts'
import type { MediaServices } from '../../media/media-context.ts'
import { type MediaRow, mediaUrl } from '../../media/media-rows.ts'
import { findPublicImage, openImage, readImageHead, readPublicImage } from '../../media/serve-image.ts'
import { assertNoVariant, parseVariantRequest, type VariantRequest } from '../../media/variant-request.ts'
import { chooseVariant, stampOfRow } from '../../media/variants.ts'
import type { ObjectAnswer } from '../../platform/storage/storage.ts'
import { AppError } from '../../text/errors.ts'
import { embeddable } from '../middleware/media-headers.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { AppParts, RouteGroup } from '../route-group.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A URL without a stamp shows another part when the focal point is moved or the image is edited. */
const MOVABLE = 'public, max-age=300'

export const fileGroup: RouteGroup = {
  paths: ['/media'],
  authentication: 'none',
  cors: 'any-origin',
  maxBodyBytes: 0,
  operations: async () => (await import('./media-file-paths.ts')).publicFilePaths(),
  routes: fileRoutes,
}

function fileRoutes({ media }: Deps, { unknownPaths }: AppParts) {
  return new Hono<AppEnv>()
    .basePath('/media')
    .use(embeddable)
    .get('/*', async (c) => {
      const path = pathFromUrl(c.req.path)
      const row = path === null ? null : await findRow(c, path)
      if (!row) throw notFound()
      const queryStart = c.req.url.indexOf('?')
      if (queryStart === -1) return sendFile(c, originalFile(media, row))
      const search = c.req.url.slice(queryStart)
      if (isImage(row)) {
        const file = await findFile(c, row, search)
        // This is not cached: the focal point may be moved back.
        return 'location' in file
          ? c.body(null, 302, { Location: file.location, 'Cache-Control': 'no-store' })
          : sendFile(c, file)
      }
      assertNoVariant(search)
      return sendFile(c, originalFile(media, row))
    })

  async function findRow(c: AppContext, path: string) {
    const known = media.imageCache.get(path)
    if (known) return known
    unknownPaths.assertAllowed(c)
    const row = await findPublicImage(media, path)
    if (!row) unknownPaths.count(c)
    return row
  }

  async function findFile(c: AppContext, row: MediaRow, search: string): Promise<PublicFile | Elsewhere> {
    const accept = search.includes('f=auto') ? c.req.header('Accept') : undefined
    const key = accept === undefined ? search : `${search} ${accept}`
    const known = knownFiles.get(row)?.get(key)
    if (known) return known
    const request = parseVariantRequest(search)
    if (!request) return originalFile(media, row)
    const file = await variantFile(media, { row, request, accept })
    if ('row' in file && file.row === row) remember(row, key, file)
    return file
  }
}

/** The files that requests for an image asked for: finding one anew takes a third of the time of a request. */
const knownFiles = new WeakMap<MediaRow, Map<string, PublicFile>>()
const MAX_KNOWN = 50
const MAX_KEY_LENGTH = 300

function remember(row: MediaRow, key: string, file: PublicFile) {
  const files = knownFiles.get(row) ?? new Map<string, PublicFile>()
  if (key.length > MAX_KEY_LENGTH || files.size >= MAX_KNOWN) return
  files.set(key, file)
  knownFiles.set(row, files)
}

/** A file of the store and how to read it. */
type PublicFile = {
  /** The image as it was when the file was chosen. */
  row: MediaRow
  etag: string
  mime: string
  headers: Record<string, string>
  /** Null: it is gone. */
  readSize(): Promise<number | null>
  open(range: string | null): Promise<ObjectAnswer>
}

/** The variant has another URL now: bytes of one focal point or edit are never sent, or cached, under the stamp of another. */
type Elsewhere = { location: string }

const originalFile = (media: MediaServices, row: MediaRow): PublicFile => ({
  row,
  etag: row.etag!,
  mime: row.mime,
  headers: { 'Cache-Control': IMMUTABLE, ...(!isImage(row) && { 'Content-Disposition': shownAs(row) }) },
  readSize: async () => (await readImageHead(media, row))?.size ?? null,
  open: (range) => openImage(media, row, range),
})

type VariantOf = { row: MediaRow; request: VariantRequest; accept: string | undefined }

async function variantFile(
  media: MediaServices,
  { row: cached, request, accept }: VariantOf,
): Promise<PublicFile | Elsewhere> {
  const { ratio, stamp } = request
  const isCurrent = (row: MediaRow) =>
    stamp === stampOfRow(row) || (ratio === null && !isEdited(row) && !(stamp && isEditStamp(stamp)))
  // Another replica may have moved the focal point just now.
  const isOutdated = request.stamp !== null && !isCurrent(cached)
  const row = isOutdated ? await readPublicImage(media, cached.path) : cached
  if (!row) throw notFound()
  if (request.stamp !== null && !isCurrent(row)) return { location: currentUrl(row, request) }
  const variant = chooseVariant(row, request, accept)
  const headers = {
    'Cache-Control': isCurrent(row) ? IMMUTABLE : MOVABLE,
    ...(request.format === 'auto' && { Vary: 'Accept' }),
  }
  if (!variant) return { ...originalFile(media, row), headers }
  const open = (range: string | null) => media.variants.open(row, variant, range)
  return {
    row,
    etag: variant.etag,
    mime: variant.mime,
    headers,
    open,
    async readSize() {
      const answer = await open(null)
      if (answer.status !== 200) return null
      if (!(answer.body instanceof Blob)) await answer.body.cancel()
      return answer.size
    },
  }
}

const currentUrl = (row: MediaRow, request: VariantRequest) =>
  variantUrl(encodeURI(mediaUrl(row.path)), stampOfRow(row), {
    ...request,
    format: request.format ?? undefined,
  })

async function sendFile(c: AppContext, { etag, mime, headers: given, readSize, open }: PublicFile) {
  const headers = { ETag: etag, ...given, 'Accept-Ranges': 'bytes' }
  if (includesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
  const fileHeaders = { ...headers, 'Content-Type': mime }
  if (c.env.method === 'HEAD') {
    const size = await readSize()
    if (size === null) throw notFound()
    return c.body(null, 200, { ...fileHeaders, 'Content-Length': String(size) })
  }
  const opened = await open(rangeIn(c, etag))
  if (opened.status === 404) throw notFound()
  if (opened.status === 416) {
    const size = await readSize()
    throw new AppError('range_not_satisfiable', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    })
  }
  const { status, size, range, body } = opened
  const length = range ? range.end - range.start + 1 : size
  return new Response(body, {
    status,
    headers: {
      ...fileHeaders,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    },
  })
}

// A range of another version than the one the client has parts of is useless (RFC 9110, 13.1.5).
function rangeIn(c: AppContext, etag: string): string | null {
  const ifRange = c.req.header('If-Range')
  return ifRange === undefined || ifRange === etag ? (c.req.header('Range') ?? null) : null
}

// A weak comparison (RFC 9110, 13.1.2).
const includesEtag = (header: string | undefined, etag: string) =>
  header?.trim() === '*' || header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Shown by the browser, and saved under the name it has in the URL (RFC 6266). */
function shownAs({ path }: MediaRow): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isAscii = /^[\w.-]+$/.test(name)
  return isAscii ? `inline; filename="${name}"` : `inline; filename*=UTF-8''${encodeURIComponent(name)}`
}

const notFound = () => new AppError('not_found', 'File not found.')
