// How pages are sent: with a policy of their own, in the language that was asked for.
import type { AppContext } from '../../http/app-env.ts'
import { sendBody } from '../../http/send-body.ts'
import type { Pages } from '../../seo/page-cache.ts'
import type { Page } from '../../seo/render-page.ts'

const HTML = 'text/html; charset=utf-8'

export const languageOf = (c: AppContext, pages: Pages) => pages.languages.fromParameter(c.req.query('lang'))

export const sendPage = (c: AppContext, pages: Pages, page: Page) =>
  sendBody(c, page.body, pages, { type: HTML, headers: pageHeaders(page) })

/** The 404 page; without an ETag, so that no condition turns it into a 304. */
export async function sendNotFound(c: AppContext, pages: Pages) {
  const page = await pages.notFound(languageOf(c, pages))
  return c.body(page.body.identity.bytes, 404, {
    ...pageHeaders(page),
    'Content-Type': HTML,
    'Cache-Control': 'public, max-age=0, must-revalidate',
  })
}

/** The redirect that this path has, or null. */
export async function moved(c: AppContext, pages: Pages) {
  const redirection = await pages.redirect(c.req.path, languageOf(c, pages))
  if (!redirection) return null
  // Editors change their minds: browsers would keep a 301 for ever.
  c.header('Cache-Control', 'public, max-age=0, must-revalidate')
  return c.redirect(redirection.location, redirection.status)
}

// On a 304 as well: its headers replace those of the page that a cache holds.
const pageHeaders = ({ policy, language }: Page) => ({
  'Content-Security-Policy': policy,
  'Content-Language': language.tag,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
})
