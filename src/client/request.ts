import { problemOf } from './problem.ts'

export type Token = string | null

export type ClientOptions = {
  /** Where the service is, e.g. `https://api.example.com`; empty for the page's own origin. */
  baseUrl?: string
  /** Of an editor who signed in earlier. */
  token?: Token
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch
}

export type Query = Record<string, string | number | boolean | undefined>

export type Sending = {
  query?: Query | undefined
  /** Sent as JSON, but for a form. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends requests with the token that `session` holds; anything but 2xx and 304 throws an `ApiProblem`. */
export function createRequest(
  { baseUrl = '', fetch = globalThis.fetch }: ClientOptions,
  session: { token: Token },
) {
  const base = baseUrl.replace(/\/+$/, '')
  return async function request(method: string, path: string, sending: Sending = {}): Promise<Response> {
    const { query = {}, body, headers } = sending
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
    const search = asked.size > 0 ? `?${asked}` : ''
    const isForm = body instanceof FormData
    const response = await fetch(`${base}${path}${search}`, {
      method,
      headers: {
        ...(session.token && { Authorization: `Bearer ${session.token}` }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok && response.status !== 304) throw await problemOf(response)
    return response
  }
}

export type Request = ReturnType<typeof createRequest>

/** Just the JSON of a request's answer. */
export const createJson =
  (request: Request) =>
  async <Answer>(method: string, path: string, sending?: Sending): Promise<Answer> =>
    (await (await request(method, path, sending)).json()) as Answer

export type Json = ReturnType<typeof createJson>
