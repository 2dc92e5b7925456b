// Sends the files of a frontend's build, and its `index.html` for all paths that only the frontend knows.

import { rangeOf } from '../../platform/storage/byte-range.ts'
import { type FrontendFile, isUnchanged } from '../../website/frontend-files.ts'
import type { Pages } from '../../website/page-cache.ts'
import type { AppContext } from '../requests/app-env.ts'
import { CONSTANT, IMMUTABLE, sendBody } from '../responses/send-body.ts'
import { OPENER_POLICY, sendPage } from './send-page.ts'

/** A build replaces these under the same name. */
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** The file of the frontend at this path, or null. */
export async function frontendFileOf(c: AppContext, pages: Pages): Promise<Response | null> {
  const file = await pages.frontendFile(c.req.path)
  if (!file) return null
  const headers = {
    ...(file.isHashed ? IMMUTABLE : REVALIDATED),
    ...(file.policy && { 'Content-Security-Policy': file.policy }),
    ...(file.type.startsWith('text/html') && OPENER_POLICY),
  }
  return file.body
    ? sendBody(c, file.body, CONSTANT, { type: file.type, headers })
    : sendLargeFile(c, file, headers)
}

async function sendLargeFile(c: AppContext, file: FrontendFile, headers: Record<string, string>) {
  if (!(await isUnchanged(file))) return null
  const common = { ...headers, ETag: file.etag, 'Accept-Ranges': 'bytes', 'Content-Type': file.type }
  if (
    c.req
      .header('If-None-Match')
      ?.split(',')
      .some((each) => each.trim() === file.etag)
  )
    return c.body(null, 304, common)
  const range = rangeOf(c.req.header('Range'), file.size)
  const content = Bun.file(file.file)
  if (range === 'unsatisfiable')
    return c.body(null, 416, { ...common, 'Content-Range': `bytes */${file.size}` })
  const [start, end] = range ? [range.start, range.end] : [0, file.size - 1]
  return c.body(content.slice(start, end + 1).stream(), range ? 206 : 200, {
    ...common,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${file.size}` }),
  })
}

/**
 * The frontend's `index.html` for a path that the service does not know; null without a frontend, for files, and for
 * clients that want something else than a page.
 */
export async function frontendPageOf(c: AppContext, pages: Pages): Promise<Response | null> {
  const accept = c.req.header('Accept') ?? '*/*'
  const isFile = /\.[a-z\d]{1,8}$/i.test(c.req.path)
  if (!pages.hasFrontend || isFile || !/text\/html|\*\/\*/i.test(accept)) return null
  return sendPage(c, { pages, edge: undefined }, await pages.plainDocument())
}
