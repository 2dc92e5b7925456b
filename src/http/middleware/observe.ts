import { matchedRoutes } from 'hono/route'
import type { RequestLine } from '../../log.ts'
import type { AppContext } from '../env.ts'

/** What a request is counted as whose caller went away before the answer; nginx's number. */
const CLIENT_CLOSED_REQUEST = 499

// Bun makes a request's signal when it is asked for, which is a tenth of what a quick answer costs.
const QUICK_MS = 2

export type Observers = {
  requestDone(method: string, route: string, status: number, seconds: number): void
  writeLine(request: RequestLine): void
}

/** Counts and logs a request that is answered; `start` as `performance.now()` told it. */
export function observe(c: AppContext, start: number, { requestDone, writeLine }: Observers) {
  const milliseconds = performance.now() - start
  const { method } = c.req
  const route = routeOf(c)
  const status = milliseconds > QUICK_MS && c.req.raw.signal.aborted ? CLIENT_CLOSED_REQUEST : c.res.status
  requestDone(method, route, status, milliseconds / 1_000)
  writeLine({ requestId: c.get('requestId'), status, milliseconds, method, route })
}

/** The template of the route that the request leads to; one name for all paths that lead nowhere. */
export function routeOf(c: AppContext): string {
  const last = matchedRoutes(c).at(-1)
  // Middleware matches every method, a route just its own.
  return !last || last.method === 'ALL' ? 'unmatched' : last.path
}
