// Requests of the smoke run: each within its time, all of them within one, and what is expected said in a sentence.

const REQUEST_MS = 5_000
const ALL_MS = 9_000

export type Answer = { status: number; headers: Headers; text: string }

export type Caller = {
  get(path: string, options?: { token?: string; headers?: Record<string, string> }): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
}

export function createCaller(base: string): Caller {
  const over = AbortSignal.timeout(ALL_MS)
  async function call(path: string, init: RequestInit): Promise<Answer> {
    try {
      const signal = AbortSignal.any([over, AbortSignal.timeout(REQUEST_MS)])
      const response = await fetch(base + path, { ...init, signal, redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      const { name, message } = error as Error
      throw new Error(name === 'TimeoutError' ? `${path} did not answer in time` : `${path}: ${message}`)
    }
  }
  return {
    get: (path, { token, headers } = {}) =>
      call(path, { headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) } }),
    post: (path, body) =>
      call(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

export function expectThat(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Error(message)
}

export function expectStatus({ status, text }: Answer, wanted: number, path: string) {
  expectThat(status === wanted, `${path} answered ${status} instead of ${wanted}${summaryOf(text)}`)
}

// A problem's detail, for somebody who looks into it.
function summaryOf(text: string) {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? `: ${detail}` : ''
  } catch {
    return ''
  }
}

/** What the checks read of an answer; nothing of it is sure to be there. */
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

/** The body as JSON; throws with a sentence when it is none. */
export function jsonOf({ text, headers }: Answer, path: string): Body {
  expectThat(/json/.test(headers.get('Content-Type') ?? ''), `${path} is not JSON`)
  try {
    return JSON.parse(text) ?? {}
  } catch {
    throw new Error(`${path} is not valid JSON`)
  }
}
