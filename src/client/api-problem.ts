import type { Problem } from './generated-types.ts'

export type ErrorCode = Problem['code']
export type FieldIssue = NonNullable<Problem['errors']>[number]

/** An error response. Network errors reject as `fetch` does. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** `unexpected_answer`: the response is no problem document, for example from a proxy. */
  readonly code: ErrorCode | 'unexpected_answer'
  /** The invalid fields, for 422. */
  readonly errors: FieldIssue[]
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | null
  /** Seconds to wait, for 429 and 503. */
  readonly retryAfter: number | null
  /** The current ETag, for 412. */
  readonly etag: string | null
  /** Goes on with a sign-in that needs a second factor; else null. */
  readonly ticket: string | null
  /** The second factors that the ticket goes on with. */
  readonly methods: NonNullable<Problem['methods']>

  constructor(response: Response, problem: Problem | null) {
    super(problem?.detail ?? `Unexpected response: ${response.status} ${response.statusText}`.trim())
    this.status = response.status
    this.code = problem?.code ?? 'unexpected_answer'
    this.errors = problem?.errors ?? []
    this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id')
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
    this.ticket = problem?.ticket ?? null
    this.methods = problem?.methods ?? []
    this.etag = response.headers.get('ETag')
  }
}

/** The problem document in a response, or an `unexpected_answer` for any other response. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const isProblem = /^application\/problem\+json\b/.test(response.headers.get('Content-Type') ?? '')
  const body = isProblem ? await response.json().catch(() => null) : null
  return new ApiProblem(response, body as Problem | null)
}
