import { problemOf } from './api-problem.ts'

export type Token = string | null

export type ClientOptions = {
  /** URL of the service, such as `https://api.example.com`; by default the origin of the page. */
  baseUrl?: string
  /** A token from an earlier sign-in. */
  token?: Token
  /** The global `fetch` unless this is given. */
  fetch?: typeof globalThis.fetch
}

export type Query = Record<string, string | number | boolean | undefined>

export type RequestOptions = {
  query?: Query | undefined
  /** `FormData` and a `Blob` are sent as they are, everything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends requests with the token in `session`; resolves with the response, whatever its status. */
export function createSender(
  { baseUrl = '', fetch = globalThis.fetch }: ClientOptions,
  session: { token: Token },
) {
  let base = baseUrl
  while (base.endsWith('/')) base = base.slice(0, -1)
  return function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query = {}, body, headers } = options
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) params.set(name, String(value))
    const search = params.size > 0 ? `?${params}` : ''
    const isRaw = body instanceof FormData || body instanceof Blob
    return fetch(`${base}${path}${search}`, {
      method,
      headers: {
        ...(session.token && { Authorization: `Bearer ${session.token}` }),
        ...(body !== undefined && !isRaw && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    })
  }
}

/** Like `createSender`, but throws an `ApiProblem` for any status except 2xx and 304. */
export function createRequest(...options: Parameters<typeof createSender>) {
  const send = createSender(...options)
  return async function request(...sent: Parameters<typeof send>): Promise<Response> {
    const response = await send(...sent)
    if (!response.ok && response.status !== 304) throw await problemOf(response)
    return response
  }
}

export type SendRequest = ReturnType<typeof createRequest>

/** Sends a request and parses the JSON of the response. */
export const createJsonRequest =
  (request: SendRequest) =>
  async <Body>(method: string, path: string, options?: RequestOptions): Promise<Body> =>
    (await (await request(method, path, options)).json()) as Body

export type RequestJson = ReturnType<typeof createJsonRequest>

/** Without `page` and `per_page`, the whole list is returned. */
export type Paging = { page?: number; per_page?: number }

/** For ordered resources, `etag` identifies the current order; see `reorder`. */
export type List<Item> = { items: Item[]; page: number; per_page: number; total: number; etag: string | null }

/** The version you read: the write fails with 412 `stale` if the record has changed since. */
export type VersionCheck = { version?: number }

/** The version of a working copy, `d` and a number; that of the record while there is no copy yet. */
export type DraftCheck = { version?: number | `d${number}` }

/** Requests a list with its ETag. */
export const createListRequest =
  (request: SendRequest) =>
  async <Item>(path: string, query?: Query): Promise<List<Item>> => {
    const response = await request('GET', path, { query })
    const page = (await response.json()) as Omit<List<Item>, 'etag'>
    return { ...page, etag: response.headers.get('ETag') }
  }

export const ifMatch = ({ version }: DraftCheck = {}): Record<string, string> =>
  version === undefined ? {} : { 'If-Match': `"${version}"` }

/** With the same key, a repeated request changes nothing and returns what the first one has created. */
export type Idempotency = { key?: string }

export const idempotencyKey = ({ key }: Idempotency = {}): Record<string, string> =>
  key === undefined ? {} : { 'Idempotency-Key': key }
