// Surrounds every request: it gets an id, which is sent back; its response gets the default headers; it is
// counted and logged once, however it ends. This wraps `app.fetch` instead of being a middleware, because a route
// without middleware needs no promise: a 304 takes 10.5 instead of 13.1 µs.
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { RequestLine } from '../platform/log.ts'
import { AppError } from '../text/errors.ts'
import { CachingRouter, UNMATCHED } from './caching-router.ts'
import { CLIENT_CLOSED_REQUEST, type HttpMetrics } from './http-metrics.ts'
import type { HostRule } from './requests/admin-host.ts'
import type { AppEnv, Connection } from './requests/app-env.ts'
import { type BodyPools, createBodyPools } from './requests/body-pool.ts'
import { discardBody, isDiscarded } from './requests/discard-body.ts'
import { sentRequestId } from './requests/request-id.ts'
import type { AccessOf } from './requests/route-access.ts'
import { addDefaultHeaders, anyOriginCors } from './responses/default-headers.ts'
import { sendProblem } from './responses/problem-responses.ts'
import { hasDefaultHeaders } from './responses/send-body.ts'

// Bun creates a request's signal on first access, which adds 1 µs to reads of 11 to 19; fast responses are not checked, unless
// a body that broke off may be the cause (400).
const FAST_MS = 2

export type LifecycleOptions = {
  accessOf: AccessOf
  metrics: HttpMetrics
  writeLine(request: RequestLine): void
  /** Whether the other end of the connection is a proxy whose request ids are kept; by default none is. */
  isTrusted?: (connection: Connection) => boolean
  bodyPools?: BodyPools
  /** Which paths a host has; null: all. */
  hostRule?: HostRule | null
}

/** An application whose every request passes through the lifecycle. */
export function createLifecycleApp({
  accessOf,
  metrics,
  writeLine,
  isTrusted = () => false,
  bodyPools = createBodyPools(),
  hostRule = null,
}: LifecycleOptions): Hono<AppEnv> {
  const router = new CachingRouter<never>(accessOf)
  const getPath: NonNullable<ConstructorParameters<typeof Hono>[0]>['getPath'] = (_, options) =>
    (options!.env as AppEnv['Bindings']).path
  const app = new Hono<AppEnv>({ router, getPath })
  const respond = app.fetch
  const preflights = new Hono().use(anyOriginCors)
  const tooLong = new Hono<AppEnv>().notFound((c) => sendProblem(c, new AppError('uri_too_long', TOO_LONG)))
  const elsewhere = new Hono<AppEnv>().notFound((c) =>
    // The start page of the panel's host.
    c.env.path === '/' ? c.redirect('/admin') : sendProblem(c, new AppError('not_found', ELSEWHERE)),
  )

  app.fetch = (request, server) => {
    const start = performance.now()
    const { method } = request
    const isTooLong = request.url.length > MAX_PATH_BYTES && hasLongPart(request.url)
    const path = isTooLong ? '' : pathOf(request)
    const isElsewhere = !isTooLong && hostRule !== null && !hostRule(request.headers.get('Host'), path)
    const { route, access } =
      isTooLong || isElsewhere ? NOWHERE : router.lookUp(method === 'HEAD' ? 'GET' : method, path)
    const sentId = sentRequestId(request)
    const madeId = sentId === null || !isTrusted({ server, request }) ? crypto.randomUUID() : sentId
    const [requestId, serverRequestId] = [sentId ?? madeId, madeId]
    const env: AppEnv['Bindings'] = {
      server,
      request,
      method,
      path,
      requestId,
      serverRequestId,
      access,
      route,
      bodyPools,
    }
    const isPreflight = method === 'OPTIONS' && access?.cors === 'any-origin'

    const finish = (response: Response) => {
      if (!hasDefaultHeaders(response)) {
        addDefaultHeaders(response.headers, access)
        response.headers.set('X-Request-Id', requestId)
      }
      const closes = method !== 'GET' && mustClose(env, response)
      if (closes) response.headers.set('Connection', 'close')
      const milliseconds = performance.now() - start
      const isAborted = (milliseconds > FAST_MS || response.status === 400) && request.signal.aborted
      const status = isAborted ? CLIENT_CLOSED_REQUEST : response.status
      // Every other request passes through `registerMetrics`.
      if (!access || access.isServedFromMemory || isPreflight)
        metrics.countRequest(method, route, status, milliseconds / 1_000)
      writeLine({ requestId, serverRequestId, status, milliseconds, method, route })
      return closes && canDiscard(request) ? discardBody(request).then(() => response) : response
    }
    if (isTooLong || isElsewhere) {
      const refusal = isTooLong ? tooLong : elsewhere
      return Promise.resolve(refusal.fetch(new Request('http://host/', { method }), env)).then(finish)
    }
    if (isPreflight) return Promise.resolve(preflights.fetch(request)).then(finish)
    if (method === 'HEAD') return answerHead(request, env).then(finish)
    const response = respond(request, env)
    return response instanceof Promise ? response.then(finish) : finish(response)
  }

  // Hono drops the body of a HEAD before its length is known, and Bun then sends `Content-Length: 0` (RFC 9110, 9.3.2).
  async function answerHead(request: Request, env: AppEnv['Bindings']): Promise<Response> {
    const response = await respond(new Request(request, { method: 'GET' }), env)
    const { headers } = response
    if (response.body) {
      if (!headers.has('Content-Length'))
        headers.set('Content-Length', String((await response.arrayBuffer()).byteLength))
      else await response.body.cancel()
    }
    return new Response(null, response)
  }
  return app
}

/** The longest path and the longest query, as they are sent. */
const MAX_PATH_BYTES = 2_048
const MAX_QUERY_BYTES = 8_192
const TOO_LONG = `The address is too long: a path has at most ${MAX_PATH_BYTES} bytes, a query ${MAX_QUERY_BYTES}.`
const ELSEWHERE = 'There is nothing here: the panel and the website have different hosts.'
const NOWHERE = { route: UNMATCHED, access: null }

function hasLongPart(url: string): boolean {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const mark = url.indexOf('?', start)
  const end = mark === -1 ? url.length : mark
  return end - start > MAX_PATH_BYTES || url.length - end - 1 > MAX_QUERY_BYTES
}

/** Larger bodies are worth closing a connection for. */
const SMALL_BODY_BYTES = 16_384

/**
 * Whether an anonymous client may still be sending a body that nothing reads: Bun would go on receiving it. A signed-in
 * client keeps the connection, because one that is closed early can lose the response.
 */
function mustClose({ request, access }: AppEnv['Bindings'], { status }: Response): boolean {
  const isAnonymous = !access || access.authentication === 'none' || status === 401
  const isSmall = Number(request.headers.get('Content-Length') ?? Number.NaN) <= SMALL_BODY_BYTES
  if (!isAnonymous || isSmall || !request.body) return false
  return !request.bodyUsed || isDiscarded(request) || status === 408 || status === 413 || status === 503
}

/** Not the rest of a body that was too slow or one of too many. */
const canDiscard = (request: Request) => !request.bodyUsed || isDiscarded(request)

// Without a valid `Host` header (HTTP/1.0) Bun's `request.url` is only the path.
const pathOf = (request: Request) =>
  request.url.startsWith('/') ? getPath({ url: `http://host${request.url}` } as Request) : getPath(request)
