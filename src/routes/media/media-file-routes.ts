// GET HEAD /media/{yyyy}/{mm}/{name}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { embeddable } from '../../http/middleware/media-headers.ts'
import { pathFromUrl } from '../../media/media-rows.ts'
import { findPublicImage, openImage, readImageHead } from '../../media/serve-image.ts'

export function fileRoutes({ media }: Deps) {
  return new Hono<AppEnv>().use(embeddable).get('/*', async (c) => {
    const path = pathFromUrl(c.req.path)
    const row = path === null ? null : await findPublicImage(media, path)
    if (!row) throw notFound()
    const etag = row.etag!
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Accept-Ranges': 'bytes',
    }
    if (includesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
    const imageHeaders = { ...headers, 'Content-Type': row.mime }
    if (c.env.method === 'HEAD') {
      const head = await readImageHead(media, row)
      if (!head) throw notFound()
      return c.body(null, 200, { ...imageHeaders, 'Content-Length': String(head.size) })
    }
    const opened = await openImage(media, row, rangeIn(c, etag))
    if (opened.status === 404) throw notFound()
    if (opened.status === 416) {
      throw new AppError('range_not_satisfiable', `The image has ${row.size} bytes.`, {
        headers: { 'Content-Range': `bytes */${row.size}` },
      })
    }
    const { status, size, range, body } = opened
    const length = range ? range.end - range.start + 1 : size
    return new Response(body, {
      status,
      headers: {
        ...imageHeaders,
        'Content-Length': String(length),
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
      },
    })
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

const notFound = () => new AppError('not_found', 'Image not found.')
