// Sends every error as a problem document (RFC 9457).
import type { ErrorHandler, Hono, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { ErrorReports } from '../../operations/observability/error-reports.ts'
import type { Log } from '../../platform/log.ts'
import { AppError, type ErrorCode } from '../../text/errors.ts'
import { routeOf } from '../caching-router.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'

/** The `title` of each status (RFC 9110). */
export const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
}

const CODES: Record<number, ErrorCode> = {
  400: 'malformed_request',
  404: 'not_found',
  413: 'payload_too_large',
}

export function sendProblem(c: AppContext, error: AppError) {
  const body = {
    type: `urn:frontage:problem:${error.code}`,
    title: TITLES[error.status],
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: c.env.requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.members,
  }
  return c.json(body, error.status, {
    ...error.headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
}

export function onError({ log, reports }: { log: Log; reports: ErrorReports }): ErrorHandler<AppEnv> {
  return (error, c) => {
    const requestId = c.env.requestId
    if (error instanceof AppError) {
      if (error.status === 503) log.warn({ err: error.cause, request_id: requestId }, error.message)
      if (typeof error.cause === 'string')
        log.info({ reason: error.cause, request_id: requestId }, 'token of the identity provider refused')
      return sendProblem(c, error)
    }
    // Reading the body of a client that has disconnected throws.
    if (c.env.request.signal.aborted)
      return sendProblem(c, new AppError('malformed_request', 'The client disconnected.'))
    const code = error instanceof HTTPException ? CODES[error.status] : undefined
    if (code) return sendProblem(c, new AppError(code, error.message))
    log.error({ err: error, request_id: requestId }, 'request failed')
    reports.report(error, { requestId, method: c.env.method, route: routeOf(c) })
    return sendProblem(c, new AppError('internal', 'Internal error; report it with the request id.'))
  }
}

export const onNotFound: NotFoundHandler<AppEnv> = (c) =>
  sendProblem(c, new AppError('not_found', 'Path not found.'))

/** Answers 405 for a known path with another method, otherwise calls `notFound`. */
export function orMethodNotAllowed(
  app: Hono<AppEnv>,
  notFound: NotFoundHandler<AppEnv>,
): NotFoundHandler<AppEnv> {
  const check = methodNotAllowed({ app, onMethodNotAllowed })
  return async (c) => {
    c.res = await notFound(c)
    await check(c, async () => {})
    return c.res
  }
}

function onMethodNotAllowed(c: AppContext, methods: string[]) {
  const allow = methods.join(', ')
  return sendProblem(
    c,
    new AppError('method_not_allowed', `Method not allowed; allowed: ${allow}.`, {
      headers: { Allow: allow },
    }),
  )
}
