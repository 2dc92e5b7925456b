// Every failed answer of the service is a problem document (RFC 9457), whoever failed it.
import type { ErrorHandler, Hono, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Log } from '../log.ts'
import type { ErrorReports } from '../observability/error-reports.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { routeOf } from './caching-router.ts'

/** What a problem of each status is called. */
export const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
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

/** The answer for an error that the caller is told about. */
export function problem(c: AppContext, error: AppError) {
  const body = {
    type: `urn:frontage:problem:${error.code}`,
    title: TITLES[error.status],
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: c.env.requestId,
    ...(error.errors && { errors: error.errors }),
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
      return problem(c, error)
    }
    // Reading the body of a caller that has gone throws; nobody reads this answer either.
    if (c.req.raw.signal.aborted)
      return problem(c, new AppError('malformed_request', 'The request was aborted.'))
    const code = error instanceof HTTPException ? CODES[error.status] : undefined
    if (code) return problem(c, new AppError(code, error.message))
    log.error({ err: error, request_id: requestId }, 'request failed')
    reports.report(error, { requestId, method: c.env.method, route: routeOf(c) })
    return problem(c, new AppError('internal', 'Something went wrong on our side.'))
  }
}

export const onNotFound: NotFoundHandler<AppEnv> = (c) =>
  problem(c, new AppError('not_found', 'There is nothing at this path.'))

/** Answers a known path under a wrong method, and otherwise what `notFound` does. */
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
  return problem(
    c,
    new AppError('method_not_allowed', `This path answers to ${allow}.`, { headers: { Allow: allow } }),
  )
}
