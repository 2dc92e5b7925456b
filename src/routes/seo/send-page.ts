// Sends HTML pages with their own Content-Security-Policy, in the requested language.
import type { AppContext } from '../../http/app-env.ts'
import { sendBody } from '../../http/send-body.ts'
import type { Pages } from '../../seo/page-cache.ts'
import type { Page } from '../../seo/render-page.ts'

const HTML = 'text/html; charset=utf-8'

export const languageOf = (c: AppContext, pages: Pages) => pages.languages.fromParameter(c.req.query('lang'))

export const sendPage = (c: AppContext, pages: Pages, page: Page) =>
  sendBody(c, page.body, pages, { type: HTML, headers: pageHeaders(page) })

export const sendUnindexed = (c: AppContext, pages: Pages, page: Page) =>
  sendBody(c, page.body, pages, {
    type: HTML,
    headers: { ...pageHeaders(page), 'X-Robots-Tag': 'noindex' },
  })

/** The 404 page. It has no ETag, so that no conditional request turns it into a 304. */
export async function sendNotFound(c: AppContext, pages: Pages) {
  const page = await pages.notFound(languageOf(c, pages))
  return c.body(page.body.identity.bytes, 404, {
    ...pageHeaders(page),
    'Content-Type': HTML,
    'Cache-Control': 'public, max-age=0, must-revalidate',
  })
}

/** Headers that keep a preview, and the token in its address, from search engines, caches and other sites. */
const PREVIEW_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
}

export const sendPreview = (c: AppContext, page: Page) =>
  c.body(page.body.identity.bytes, 200, { ...pageHeaders(page), ...PREVIEW_HEADERS, 'Content-Type': HTML })

/** The 404 page for a preview that has ended or never was. */
export async function sendPreviewNotFound(c: AppContext, pages: Pages) {
  const page = await pages.notFound(languageOf(c, pages))
  return c.body(page.body.identity.bytes, 404, {
    ...pageHeaders(page),
    ...PREVIEW_HEADERS,
    'Content-Type': HTML,
  })
}

/** The site's redirect for this path, or null. */
export async function redirectOf(c: AppContext, pages: Pages) {
  const redirection = await pages.redirect(c.req.path, languageOf(c, pages))
  if (!redirection) return null
  // Browsers keep a 301 forever, but editors may change the redirect.
  c.header('Cache-Control', 'public, max-age=0, must-revalidate')
  return c.redirect(redirection.location, redirection.status)
}

// Also sent with a 304, whose headers replace those of the cached page.
const pageHeaders = ({ policy, language }: Page) => ({
  'Content-Security-Policy': policy,
  'Content-Language': language.tag,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
})
