// Sends HTML pages with their own Content-Security-Policy, in the requested language.
import type { Deps } from '../../deps.ts'
import { PAGES } from '../../operations/edge/edge-tags.ts'
import { framedByPanel } from '../../platform/security/content-security-policy.ts'
import type { Pages } from '../../website/page-cache.ts'
import type { Page } from '../../website/render/render-page.ts'
import type { Language } from '../../website/view/language.ts'
import { acceptedLanguage } from '../requests/accepted-language.ts'
import type { AppContext } from '../requests/app-env.ts'
import { createEdgeCaching, type EdgeHeaders } from '../responses/edge-headers.ts'
import { type Source, sendBody } from '../responses/send-body.ts'

const HTML = 'text/html; charset=utf-8'

/** Headers for caches in front of the pages. */
export const pageEdge = ({ config }: Pick<Deps, 'config'>) =>
  createEdgeCaching(config.edge.maxAgeSeconds)(PAGES)

export const languageOf = (c: AppContext, pages: Pages) => pages.languages.fromParameter(c.req.query('lang'))

export const sendPage = (c: AppContext, { pages, edge }: { pages: Pages; edge: EdgeHeaders }, page: Page) =>
  sendBody(c, page.body, pages, { type: HTML, headers: { ...pageHeaders(page), ...edge } })

export const sendUnindexed = (c: AppContext, page: Page, source: Source) =>
  sendBody(c, page.body, source, {
    type: HTML,
    headers: { ...pageHeaders(page), 'X-Robots-Tag': 'noindex' },
  })

/**
 * The language of an error page: as asked for, or else the first of the site's languages that the visitor's browser
 * prefers. Pages that are cached never depend on it.
 */
function errorLanguageOf(c: AppContext, pages: Pages) {
  if (c.req.query('lang') !== undefined) return languageOf(c, pages)
  const { all, primary } = pages.languages
  const subtagOf = ({ tag }: Language) => tag.split('-')[0]!.toLowerCase()
  const preferred = acceptedLanguage(c.req.header('Accept-Language'), all.map(subtagOf))
  return all.find((language) => subtagOf(language) === preferred) ?? primary
}

/** The 404 page. It has no ETag, so that no conditional request turns it into a 304. */
export async function sendNotFound(c: AppContext, pages: Pages) {
  const page = await pages.notFound(errorLanguageOf(c, pages))
  return c.body(page.body.identity.bytes, 404, {
    ...pageHeaders(page),
    'Content-Type': HTML,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept, Accept-Language',
  })
}

/** The page for a failure in place of its problem document. */
export async function errorPageOf(c: AppContext, pages: Pages, { status, headers }: Response) {
  const page = await pages.error(status, errorLanguageOf(c, pages))
  const kept = ['Retry-After', 'X-Request-Id'].flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(page.body.identity.bytes, {
    status,
    headers: {
      ...Object.fromEntries(kept),
      ...pageHeaders(page),
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      Vary: 'Accept, Accept-Language',
    },
  })
}

/** Headers that keep a preview, and the token in its address, from search engines, caches and other sites. */
export const PREVIEW_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
}

/** The panel may frame previews, and no other page. */
const sendFramed = (c: AppContext, page: Page, panel: string | null, status: 200 | 404) =>
  sendPrivate(c, { ...page, policy: framedByPanel(page.policy, panel) }, status)

/** `panel` is the origin of the panel where it is another one. */
export const sendPreview = (c: AppContext, page: Page, panel: string | null) =>
  sendFramed(c, page, panel, 200)

/** A page for one visitor. */
export const sendUncached = (c: AppContext, page: Page) =>
  c.body(page.body.identity.bytes, 200, {
    ...pageHeaders(page),
    'Cache-Control': 'no-store',
    'Content-Type': HTML,
  })

/** A page for one person, whose address holds a token. */
export const sendPrivate = (c: AppContext, page: Page, status: 200 | 404) =>
  c.body(page.body.identity.bytes, status, {
    ...pageHeaders(page),
    ...PREVIEW_HEADERS,
    'Content-Type': HTML,
  })

/** The 404 page for a preview that has ended or never was. */
export async function sendPreviewNotFound(c: AppContext, pages: Pages, panel: string | null) {
  return sendFramed(c, await pages.notFound(errorLanguageOf(c, pages)), panel, 404)
}

/** The site's redirect for the path and query of this request, or null. */
export const redirectOf = (c: AppContext, pages: Pages) => findRedirectOf(c, pages, false)

/** The redirect for a query parameter of a page that exists, or null. */
export const redirectOfQuery = async (c: AppContext, pages: Pages) =>
  c.req.url.includes('?') ? findRedirectOf(c, pages, true) : null

async function findRedirectOf(c: AppContext, pages: Pages, hasPage: boolean) {
  const { path, url } = c.req
  // The URL is not parsed: with an invalid `Host`, Bun's URL is only the request target.
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const redirection = await pages.redirect({ path, search, hasPage }, languageOf(c, pages))
  if (!redirection) return null
  // Browsers keep a 301 forever, but editors may change the redirect.
  c.header('Cache-Control', 'public, max-age=0, must-revalidate')
  return c.redirect(redirection.location, redirection.status)
}

/**
 * Pages may open windows of other sites, such as one to pay in. The panel's own policy differs, so no window that a page opens with it
 * can be reached from there.
 */
export const OPENER_POLICY = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }

// A 304 has these headers too: they replace those of the cached page.
const pageHeaders = ({ policy, language }: Page) => ({
  'Content-Security-Policy': policy,
  'Content-Language': language.tag,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...OPENER_POLICY,
})
