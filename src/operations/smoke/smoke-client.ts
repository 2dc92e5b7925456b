// HTTP client of the smoke checks, with a time limit per request and one for all requests, and assertions.
import { createRetryingFetch } from '../../client/retry.ts'
import { createSender, type RequestOptions } from '../../client/send-request.ts'

const TIMEOUT_MS = 9_000
/** A request may take so much of the time, so that another attempt has some left. */
const SHARE_OF_REQUEST = 5 / 9

export type SmokeResponse = { status: number; headers: Headers; text: string }

export type SmokeClient = {
  get(path: string, options?: { token?: string; headers?: Record<string, string> }): Promise<SmokeResponse>
  post(path: string, body: unknown): Promise<SmokeResponse>
}

export function createSmokeClient(base: string, timeoutMs = TIMEOUT_MS): SmokeClient {
  const total = AbortSignal.timeout(timeoutMs)
  const limitedFetch = (input: string, init?: RequestInit) => {
    const signal = AbortSignal.any([total, AbortSignal.timeout(timeoutMs * SHARE_OF_REQUEST)])
    return fetch(input, { ...init, signal, redirect: 'manual' })
  }
  // One more attempt after a short wait: what lasts longer is a finding.
  const retrying = { attempts: 2, maxWaitSeconds: 2, fetch: limitedFetch as typeof fetch }
  const send = createSender({ baseUrl: base, fetch: createRetryingFetch(retrying) }, { token: null })
  async function call(method: string, path: string, options: RequestOptions): Promise<SmokeResponse> {
    try {
      const response = await send(method, path, options)
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      const { name, message } = error as Error
      throw new Error(name === 'TimeoutError' ? `${path} timed out` : `${path}: ${message}`)
    }
  }
  return {
    get: (path, { token, headers } = {}) =>
      call('GET', path, { headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } }),
    post: (path, body) => call('POST', path, { body }),
  }
}

export function expectThat(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message)
}

export function expectStatus({ status, text }: SmokeResponse, expected: number, path: string) {
  expectThat(status === expected, `${path} returned ${status} instead of ${expected}${problemDetail(text)}`)
}

function problemDetail(text: string) {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? `: ${detail}` : ''
  } catch {
    return ''
  }
}

/** The fields that the checks read; none of them is guaranteed. */
type Body = {
  length?: number
  status?: unknown
  request_id?: unknown
  token?: unknown
  role?: unknown
  total?: unknown
  languages?: unknown
  services?: unknown
  checks?: Record<string, unknown>
  items?: { slug: string }[]
}

/** Parses the body as JSON; throws when it is not JSON. */
export function jsonOf({ text, headers }: SmokeResponse, path: string): Body {
  expectThat(/json/.test(headers.get('Content-Type') ?? ''), `${path} is not JSON`)
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new Error(`${path} is not valid JSON`)
  }
}
