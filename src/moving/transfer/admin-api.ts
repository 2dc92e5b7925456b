// A client of a running service's admin API, for exports and imports without access to its database.
import { z } from 'zod'
import { TransferError } from './archive-format.ts'

export type AdminApi = {
  url: string
  /** A JSON response. Throws TransferError with the service's reason for any other status than 2xx. */
  json(method: 'GET' | 'POST' | 'PATCH', path: string, options?: CallOptions): Promise<unknown>
  /** The bytes of a public file. */
  bytes(path: string): Promise<Uint8Array>
  /** All items of a paged list, in batches. */
  list(path: string): AsyncGenerator<Record<string, unknown>[], void>
}

type CallOptions = { body?: object | FormData; ifMatch?: string }

type Connection = {
  url: string
  email: string | null
  /** Has FRONTAGE_PASSWORD, or FRONTAGE_TOKEN instead of the email address. */
  environment: Record<string, string | undefined>
}

const MAX_ATTEMPTS = 5
const MAX_WAIT_SECONDS = 60
const TIMEOUT_MS = 120_000
const PER_PAGE = 100

const problem = z.object({ detail: z.string() })
const session = z.object({ token: z.string() })
const page = z.object({ items: z.array(z.record(z.string(), z.unknown())), total: z.int() })

/** Signs in unless there is a token. Throws TransferError. */
export async function connectToService({ url, email, environment }: Connection): Promise<AdminApi> {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new TransferError(`${url} is not a valid service URL; give one such as https://www.example.com`)
  const base = parsed.origin + parsed.pathname.replace(/\/+$/, '')
  let token = environment.FRONTAGE_TOKEN || null
  const password = environment.FRONTAGE_PASSWORD || null
  if (!token && !(email && password))
    throw new TransferError(
      'Credentials required: --email with the password in FRONTAGE_PASSWORD, or a token in FRONTAGE_TOKEN.',
    )

  async function send(method: string, path: string, { body, ifMatch }: CallOptions = {}) {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
          ...(ifMatch && { 'If-Match': ifMatch }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
        redirect: 'manual', // following would send the token to another host
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: Error) => {
        throw new TransferError(`${base} cannot be reached: ${error.message}`)
      })
      if (response.ok) return response
      const seconds = Number(response.headers.get('Retry-After')) || 2 ** (attempt - 1)
      const mayRetry = [429, 503].includes(response.status) && attempt < MAX_ATTEMPTS
      if (!mayRetry || seconds > MAX_WAIT_SECONDS) {
        const { data } = problem.safeParse(await response.json().catch(() => null))
        throw new TransferError(
          `${base} refused ${method} ${path} (${response.status}): ${data?.detail ?? 'no reason given.'}`,
        )
      }
      await response.body?.cancel()
      await Bun.sleep(seconds * 1_000)
    }
  }

  const json: AdminApi['json'] = async (method, path, options) => {
    const response = await send(method, path, options)
    return response.json().catch(() => {
      throw new TransferError(`${base} does not respond like a Frontage service; check the URL.`)
    })
  }

  token ??= parse(session, await json('POST', '/api/auth/login', { body: { email, password } }), base).token
  return {
    url: base,
    json,
    bytes: async (path) => (await send('GET', path)).bytes(),
    async *list(path) {
      const separator = path.includes('?') ? '&' : '?'
      let count = 0
      for (let number = 1; ; number++) {
        const answer = await json('GET', `${path}${separator}page=${number}&per_page=${PER_PAGE}`)
        const { items, total } = parse(page, answer, base)
        count += items.length
        if (items.length > 0) yield items
        if (items.length === 0 || count >= total) return
      }
    },
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, base: string): z.output<Schema> {
  const { data, success } = schema.safeParse(value)
  if (!success) throw new TransferError(`${base} does not respond like a Frontage service; check the URL.`)
  return data
}
