// Failed requests of visitors: a page in their language in place of the problem document.
import type { ErrorHandler } from 'hono'
import type { Deps } from '../../deps.ts'
import { OUTSIDE_THE_WEBSITE } from '../../website/redirects/find-redirect.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { errorPageOf } from './send-page.ts'

/** Answers like `onError`, but browsers that asked for a page of the website get one. */
export const orErrorPage =
  (onError: ErrorHandler<AppEnv>, { pages }: Pick<Deps, 'pages'>): ErrorHandler<AppEnv> =>
  async (error, c) => {
    const response = await onError(error, c)
    const wantsPage =
      c.req.method === 'GET' &&
      !OUTSIDE_THE_WEBSITE.test(c.req.path) &&
      /\btext\/html\b/.test(c.req.header('Accept') ?? '')
    return wantsPage ? errorPageOf(c, pages, response) : response
  }
