// Errors that are reported to the client: a code, which determines the HTTP status, and a message. Independent of Hono.
import type { FieldIssue } from './field-issues.ts'

/** The HTTP status of each code. */
export const STATUS = {
  malformed_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  second_factor_setup_required: 401,
  forbidden: 403,
  not_linked: 403,
  insufficient_scope: 403,
  reauthentication_required: 403,
  review_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  in_use: 409,
  last_admin: 409,
  stale: 412,
  base_changed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  paging_required: 422,
  invalid_current_password: 422,
  invalid_factor: 422,
  invalid_token: 422,
  url_not_allowed: 422,
  too_many_requests: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof STATUS

/** `members` are further members of the problem document. */
type Details = {
  errors?: FieldIssue[]
  headers?: Record<string, string>
  members?: { ticket: string; methods: string[] }
  cause?: unknown
}

export class AppError extends Error {
  readonly status: (typeof STATUS)[ErrorCode]
  readonly errors: FieldIssue[] | null
  readonly headers: Record<string, string>
  readonly members: Details['members']

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.status = STATUS[code]
    this.errors = details.errors ?? null
    this.headers = details.headers ?? {}
    this.members = details.members
  }
}

/** A body of 2 MB can contain 200,000 errors; more than these help nobody. */
const MAX_ISSUES = 200

/** The unknown keys of a record, the items of a list; fields that exist are few. */
const MAX_ALIKE = 10

/** 422 with one entry for each invalid field, at most 10 that are alike and 200 in all; `detail` counts the others. `reason` is for the log. */
export function invalid(issues: FieldIssue[], reason?: string) {
  const errors = withoutMostAlike(issues).slice(0, MAX_ISSUES)
  const left = issues.length - errors.length
  const messages = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (left > 0) messages.push(`and ${left} more`)
  return new AppError('validation_failed', messages.join('; '), { errors, cause: reason })
}

function withoutMostAlike(issues: readonly FieldIssue[]): FieldIssue[] {
  const counts = new Map<string, number>()
  return issues.filter(({ path, code }) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    const isItem = /^\d+$/.test(path.slice(path.lastIndexOf('.') + 1))
    if (!isItem && !code.startsWith('unknown_')) return true
    const kind = `${code} ${parent}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= MAX_ALIKE
  })
}

/** 503: a required component is unavailable. */
export const unavailable = (part: string, cause?: unknown) =>
  new AppError('unavailable', `The ${part} is unavailable; try again later.`, {
    cause,
    headers: { 'Retry-After': '5' },
  })
