// What answers where no route does: a redirect of the site, the 404 page for browsers, a problem document for others.
import type { NotFoundHandler } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { onNotFound } from '../../http/problem-responses.ts'
import { moved, sendNotFound } from './send-page.ts'

/** Paths that are no pages of the website. */
const NO_PAGE = /^\/(?:api|media|health|metrics)(?:\/|$)/

const SITE = 'http://site.invalid/'

/** Sections answer without a slash at the end. */
const SLASHED = /^(\/(?:blog|projects)(?:\/[^/]+)?)\/+$/

export function movedOrNotFound({ pages }: Deps): NotFoundHandler<AppEnv> {
  return async (c) => {
    if (c.req.method !== 'GET' || NO_PAGE.test(c.req.path)) return onNotFound(c)
    const redirect = await moved(c, pages)
    if (redirect) return redirect
    const path = SLASHED.exec(c.req.path)?.[1]
    if (path) return c.redirect(path + queryIn(c.req.url), 301)
    c.header('Vary', 'Accept')
    return /\btext\/html\b/.test(c.req.header('Accept') ?? '') ? sendNotFound(c, pages) : onNotFound(c)
  }
}

// A nonsense `Host` makes the whole no URL.
const queryIn = (url: string) => URL.parse(url.replace(/^[^?]*/, SITE))?.search ?? ''
