// Refuses what pages of other sites make a browser send, before anything is counted or looked up: such a page would use up the limits of
// its readers, and of all who share their address. Browsers say in `Sec-Fetch-*` where a request comes from, though over plain HTTP only
// to localhost; programs send no `Sec-Fetch-Site`.
import { createMiddleware } from 'hono/factory'
import { forbidden } from '../../accounts/permissions.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'

/** Whether a page of this origin has sent the request, or a person who entered the address; true for clients without the header. */
export function isFromOwnPage(c: AppContext): boolean {
  const site = c.req.header('Sec-Fetch-Site') ?? 'none'
  return site === 'none' || site === 'same-origin'
}

/** Throws 403 for a request of a page of another origin than this one and `origins`. */
export const requireOwnPage = (origins: readonly string[]) =>
  createMiddleware<AppEnv>(async function requireOwnPage(c, next) {
    if (!isFromOwnPage(c) && !origins.includes(c.req.header('Origin') ?? ''))
      throw forbidden(
        'Pages of other origins may not ask for this; CORS_ORIGINS lists those that may sign in.',
      )
    await next()
  })

/** Throws 403 where a browser would not show the answer as a page in a tab of its own. */
export const requirePageVisit = createMiddleware<AppEnv>(async function requirePageVisit(c, next) {
  const isVisit =
    c.req.header('Sec-Fetch-Mode') === 'navigate' && c.req.header('Sec-Fetch-Dest') === 'document'
  // `fetch` of Node sends a mode as well.
  if (c.req.header('Sec-Fetch-Site') && !isVisit)
    throw forbidden(
      'Open this address in a tab of its own; images, frames and scripts of a page cannot use it.',
    )
  await next()
})
