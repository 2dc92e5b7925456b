// Handles paths without a route: a file or page of the frontend, a redirect, the 404 page for browsers, or a problem document
// for other clients.
import type { NotFoundHandler } from 'hono'
import { canonicalPath } from '../../content/site-path.ts'
import type { Deps } from '../../deps.ts'
import { OUTSIDE_THE_WEBSITE, TRAILING_SLASH } from '../../website/redirects/find-redirect.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { UnknownPaths } from '../requests/unknown-paths.ts'
import { onNotFound } from '../responses/problem-responses.ts'
import { frontendFileOf, frontendPageOf } from './send-frontend-file.ts'
import { redirectOf, sendNotFound } from './send-page.ts'

// A reserved name (RFC 2606), only to parse request targets as URLs.
const SITE = 'http://site.invalid'

export function redirectOrNotFound({ pages }: Deps, unknownPaths: UnknownPaths): NotFoundHandler<AppEnv> {
  return async (c) => {
    const isOfWebsite = c.req.method === 'GET' && !OUTSIDE_THE_WEBSITE.test(c.req.path)
    const file = isOfWebsite ? await frontendFileOf(c, pages) : null
    if (file) return file
    unknownPaths.assertAllowed(c)
    if (!isOfWebsite) return onNotFound(c)
    const redirect = await redirectOf(c, pages)
    if (redirect) return redirect
    const location = withoutTrailingSlash(c)
    if (location) return c.redirect(location, 301)
    const page = await frontendPageOf(c, pages)
    if (page) return page
    c.header('Vary', 'Accept')
    return /\btext\/html\b/.test(c.req.header('Accept') ?? '') ? sendNotFound(c, pages) : onNotFound(c)
  }
}

/**
 * The path and query without the trailing slash; null for other paths and for those that no page can have (control
 * characters, invalid escapes). Built from the URL instead of the decoded path, so that it stays percent-encoded.
 */
function withoutTrailingSlash(c: AppContext): string | null {
  if (canonicalPath(c.req.path) === null) return null
  // With an invalid `Host`, Bun's URL is only the request target.
  const url = URL.parse(c.req.url.replace(/^(?:https?:\/\/[^/?#]*)?/i, SITE))
  const path = url && TRAILING_SLASH.exec(url.pathname)?.[1]
  return path ? path + url.search : null
}
