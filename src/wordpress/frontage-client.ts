// Frontage's admin API from outside, as any client of it: signs in, lists, creates, waits when it is told to.
import { z } from 'zod'

/** There is no point in going on; the message is for the user. */
export class ServiceError extends Error {}
/** The service refused this one record; the message is its reason. */
export class Refused extends Error {}

/** What the import compares; which of the fields are there depends on the resource. */
const existing = z.object({
  id: z.int(),
  slug: z.string().optional(),
  title: z.string().optional(),
  label: z.string().optional(),
  url: z.string().optional(),
  parent_id: z.int().nullish(),
  location: z.string().optional(),
})
const page = z.object({ items: z.array(existing), total: z.int() })
const created = z.object({ id: z.int() })
/** What the images of a record are told by; `content` in an article, `body` in a page. */
const held = z.object({
  version: z.int(),
  content: z.string().nullish(),
  body: z.string().nullish(),
  image: z.string().nullish(),
})
const changed = z.object({ version: z.int() })
const stored = z.object({ url: z.string() })
const grant = z.object({ token: z.string() })
const problem = z.object({ detail: z.string(), code: z.string().optional() })

export type Existing = z.infer<typeof existing>

export type Held = z.infer<typeof held>

export type Client = {
  /** Every record of a resource. */
  list(resource: string): Promise<Existing[]>
  /** The new record's id; throws Refused. */
  create(resource: string, record: object): Promise<number>
  read(resource: string, id: number): Promise<Held>
  /** Throws Refused, also when the record is no longer of that version. */
  change(target: { resource: string; id: number; version: number }, fields: object): Promise<void>
  /** The hosted URL of an image that the service fetches; throws Refused, also when the other site failed. */
  importImage(image: { url: string; alt?: string; title?: string }): Promise<string>
}

export type Credentials = { token: string } | { email: string; password: string }

type Options = { url: string; credentials: Credentials; sleep?: (milliseconds: number) => Promise<void> }
type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  token: string | null
  body?: object
  ifMatch?: string
}

const TRIES = 5
const LONGEST_WAIT_SECONDS = 60
const TIMEOUT_MS = 60_000
const PER_PAGE = 100

/** Signs in where it has no token yet. Every method throws ServiceError when the service cannot be used. */
export async function connect({ url, credentials, sleep = Bun.sleep }: Options): Promise<Client> {
  const base = readBase(url)

  async function send<T extends z.ZodType>(call: Call, schema: T): Promise<z.output<T>> {
    for (let attempt = 1; ; attempt++) {
      const { response, text } = await exchange(base, call)
      if (response.ok) return readAnswer(schema, text, base)
      if (![429, 502, 503, 504].includes(response.status) || isUpstream(text))
        throw errorOf(response, text, { base, call })
      const seconds = secondsToWait(response.headers.get('Retry-After'), attempt)
      if (attempt === TRIES || seconds > LONGEST_WAIT_SECONDS) {
        throw new ServiceError(
          response.status === 429
            ? `${base} takes no more requests for now (429); try again in ${Math.ceil(seconds)} seconds.`
            : `${base} is not available (${response.status}): ${reasonIn(response, text)}`,
        )
      }
      await sleep(seconds * 1_000)
    }
  }

  const token =
    'token' in credentials
      ? credentials.token
      : (await send({ method: 'POST', path: '/api/auth/login', token: null, body: credentials }, grant)).token

  return {
    async list(resource) {
      const items: Existing[] = []
      for (let number = 1; ; number++) {
        const path = `/api/admin/${resource}?page=${number}&per_page=${PER_PAGE}`
        const answer = await send({ method: 'GET', path, token }, page)
        items.push(...answer.items)
        if (answer.items.length === 0 || items.length >= answer.total) return items
      }
    },
    async create(resource, record) {
      const call: Call = { method: 'POST', path: `/api/admin/${resource}`, token, body: record }
      return (await send(call, created)).id
    },
    read: (resource, id) => send({ method: 'GET', path: `/api/admin/${resource}/${id}`, token }, held),
    async change({ resource, id, version }, body) {
      const path = `/api/admin/${resource}/${id}`
      await send({ method: 'PATCH', path, token, body, ifMatch: `"${version}"` }, changed)
    },
    async importImage(body) {
      return (await send({ method: 'POST', path: '/api/admin/import-image', token, body }, stored)).url
    },
  }
}

function readBase(url: string) {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new ServiceError(`${url} is not the address of a service; give one such as https://www.example.com`)
  }
  return parsed.origin + parsed.pathname.replace(/\/+$/, '')
}

async function exchange(base: string, { method, path, token, body, ifMatch }: Call) {
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual', // a POST would follow as a GET, and the token would go to another host
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { response, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new ServiceError(`${base} does not answer: ${cause}.`)
  }
}

function errorOf(response: Response, text: string, { base, call }: { base: string; call: Call }): Error {
  const { status } = response
  const reason = reasonIn(response, text)
  if (status >= 300 && status < 400) {
    return new ServiceError(`${base} sends on to ${response.headers.get('Location')}; give that address.`)
  }
  if (status === 401) {
    return new ServiceError(call.token === null ? reason : `The session was refused or has ended: ${reason}`)
  }
  if (status === 403) return new ServiceError(`This account may not import: ${reason} It takes an admin.`)
  if (call.token !== null && call.method !== 'GET') return new Refused(reason)
  return new ServiceError(`${base} refused ${call.method} ${call.path}: ${reason}`)
}

function reasonIn({ status }: Response, text: string): string {
  const { data } = problem.safeParse(parseJson(text))
  return data ? data.detail : `it answered ${status} without saying why.`
}

/** The 502 of an import: not this service is in trouble but the site that it asked. */
const isUpstream = (text: string) => problem.safeParse(parseJson(text)).data?.code === 'upstream_failed'

function readAnswer<T extends z.ZodType>(schema: T, text: string, base: string): z.output<T> {
  const { data, success } = schema.safeParse(parseJson(text))
  if (!success)
    throw new ServiceError(`${base} does not answer as a Frontage service does; is the address right?`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** RFC 9110 §10.2.3: seconds or a date; without either, longer each time. */
function secondsToWait(header: string | null, attempt: number): number {
  const fallback = 2 ** (attempt - 1)
  if (!header) return fallback
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : fallback
}
