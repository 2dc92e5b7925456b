import type { Problem } from './generated-types.ts'

export type ErrorCode = Problem['code']
export type FieldIssue = NonNullable<Problem['errors']>[number]

/** A failed answer. What never reached the service rejects as `fetch` does. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** `unexpected_answer`: something in between answered, not the service. */
  readonly code: ErrorCode | 'unexpected_answer'
  /** What is wrong with which field. */
  readonly errors: FieldIssue[]
  /** Names the request in the log of the service. */
  readonly requestId: string | null
  /** Seconds to wait, with 429 and 503. */
  readonly retryAfter: number | null
  /** The current ETag, with 412. */
  readonly etag: string | null

  constructor(response: Response, problem: Problem | null) {
    super(problem?.detail ?? `The answer is ${response.status} ${response.statusText}.`)
    this.status = response.status
    this.code = problem?.code ?? 'unexpected_answer'
    this.errors = problem?.errors ?? []
    this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id')
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : null
    this.etag = response.headers.get('ETag')
  }
}

/** The problem that a response tells of. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const isProblem = /^application\/problem\+json\b/.test(response.headers.get('Content-Type') ?? '')
  const body = isProblem ? await response.json().catch(() => null) : null
  return new ApiProblem(response, body as Problem | null)
}
