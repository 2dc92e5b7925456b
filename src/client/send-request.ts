import { problemOf } from './api-problem.ts'

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

/** Some of a list: all of it without `page` and `per_page`. */
export type Paging = { page?: number; per_page?: number }

/** Rows of a list; an ordered resource's with the ETag of its order, for `reorder`. */
export type List<Item> = { items: Item[]; page: number; per_page: number; total: number; etag: string | null }

/** The version that was read: the write is refused with 412 `stale` when it is another by now. */
export type Guard = { version?: number }

/** The rows at a path. */
export const createList =
  (request: Request) =>
  async <Item>(path: string, query?: Query): Promise<List<Item>> => {
    const response = await request('GET', path, { query })
    const page = (await response.json()) as Omit<List<Item>, 'etag'>
    return { ...page, etag: response.headers.get('ETag') }
  }

/** The header that a guard stands for. */
export const guarded = ({ version }: Guard = {}): Record<string, string> =>
  version === undefined ? {} : { 'If-Match': `"${version}"` }
