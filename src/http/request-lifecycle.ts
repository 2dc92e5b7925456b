// What happens around every request: it gets an id, which is sent back; its answer gets the headers that all have; it is
// counted and logged once, however it ends. It stands around hono instead of within: for a route without middleware
// hono then calls the handler at once, and an answer from memory needs no promise.
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { RequestLine } from '../log.ts'
import type { AppEnv } from './app-env.ts'
import { type RememberingRouter, templateOf } from './caching-router.ts'
import { readable, readingHeaders, securityHeaders } from './default-headers.ts'
import { requestIdOf } from './request-id.ts'

/** What a request is counted as whose caller went away before the answer; nginx's number. */
const CLIENT_CLOSED_REQUEST = 499

// Bun makes a request's signal when it is asked for, which is a tenth of what a quick answer costs.
const QUICK_MS = 2

export type FrameOptions = {
  requestDone(method: string, route: string, status: number, seconds: number): void
  writeLine(request: RequestLine): void
  /** Whether pages of every origin may read this path. */
  isReadable(path: string): boolean
}

/** An application whose every request is framed. */
export function createFramed(
  router: RememberingRouter<never>,
  { requestDone, writeLine, isReadable }: FrameOptions,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router, getPath: (_, options) => (options!.env as AppEnv['Bindings']).path })
  const within = app.fetch
  const preflights = new Hono().use(readable)

  app.fetch = (request, outside) => {
    const start = performance.now()
    const { method } = request
    const frame = {
      server: outside,
      method,
      path: pathOf(request),
      requestId: requestIdOf(request),
      isComplete: false,
    }
    const done = (answer: Response) => {
      if (!frame.isComplete) {
        complete(answer.headers, isReadable(frame.path) ? readingHeaders : securityHeaders)
        answer.headers.set('X-Request-Id', frame.requestId)
      }
      const milliseconds = performance.now() - start
      const hasLeft = milliseconds > QUICK_MS && request.signal.aborted
      const status = hasLeft ? CLIENT_CLOSED_REQUEST : answer.status
      const route = templateOf(router.match(method === 'HEAD' ? 'GET' : method, frame.path))
      requestDone(method, route, status, milliseconds / 1_000)
      writeLine({ requestId: frame.requestId, status, milliseconds, method, route })
      return answer
    }
    const isPreflight = method === 'OPTIONS' && isReadable(frame.path)
    // The request itself, for Bun knows the peer of no copy.
    if (method === 'HEAD') Object.defineProperty(request, 'method', { value: 'GET' })
    const whole = isPreflight ? preflights.fetch(request) : within(request, frame)
    const answer = method === 'HEAD' ? Promise.resolve(whole).then(withoutBody) : whole
    return answer instanceof Promise ? answer.then(done) : done(answer)
  }
  return app
}

// hono would drop the body before its length is known, and Bun says 0 for what is not there (RFC 9110, 9.3.2).
async function withoutBody(answer: Response): Promise<Response> {
  const { headers } = answer
  if (answer.body) {
    if (!headers.has('Content-Length'))
      headers.set('Content-Length', String((await answer.arrayBuffer()).byteLength))
    else await answer.body.cancel()
  }
  return new Response(null, answer)
}

/** Where `Host` is missing (HTTP/1.0) or is no host, Bun knows the path alone. */
const pathOf = (request: Request) =>
  request.url.startsWith('/') ? getPath({ url: `http://host${request.url}` } as Request) : getPath(request)

function complete(headers: Headers, standing: readonly [string, string][]) {
  for (const [name, value] of standing) {
    // What is shown has its own.
    if (!headers.has(name)) headers.set(name, value)
  }
}
