// The client of a running service that exports and imports use: it signs in, waits while the service asks for time, and
// turns errors into messages for the terminal.

import { problemOf } from '../client/api-problem.ts'
import { type Client, createClient, type FieldIssue, type List, type Paging } from '../client/index.ts'
import { createRetryingFetch, type RetryOptions, secondsToWait } from '../client/retry.ts'
import { withoutTrailingSlashes } from '../text/trim-end.ts'

/** The service cannot be used, or refused a request; the message is for the user. */
export class ServiceError extends Error {}

/** The service refused a write for `reason`; `issues` are the fields it names. */
export class RefusedError extends ServiceError {
  constructor(
    message: string,
    readonly reason: string,
    readonly issues: readonly FieldIssue[],
  ) {
    super(message)
  }
}

export type Credentials = { token: string } | { email: string; password: string }

export const CREDENTIALS_REQUIRED =
  'Credentials required: --email with the password in FRONTAGE_PASSWORD, or a token in FRONTAGE_TOKEN.'

type Connection = {
  url: string
  email: string | null
  /** Has FRONTAGE_PASSWORD, or FRONTAGE_TOKEN instead of the email address. */
  environment: Record<string, string | undefined>
}

/** Does the same with the credentials that a command was given. Throws ServiceError. */
export async function connectFromCommand({ url, email, environment }: Connection): Promise<Service> {
  const given = { email, token: environment.FRONTAGE_TOKEN, password: environment.FRONTAGE_PASSWORD }
  const credentials = credentialsIn(given)
  if (!credentials) throw new ServiceError(CREDENTIALS_REQUIRED)
  return connectToService({ url, credentials })
}

type Given = { email: string | null } & Partial<Record<'token' | 'password', string | null | undefined>>

/** A token takes precedence. Null without a token or an email address with its password. */
export function credentialsIn({ token, email, password }: Given): Credentials | null {
  if (token) return { token }
  return email && password ? { email, password } : null
}

export type Service = {
  url: string
  /** Its methods throw RefusedError and ServiceError. */
  client: Client
  /** The bytes of a public file. */
  bytes(path: string): Promise<Uint8Array>
  /** Proves with the password who is there, which changes of accounts need; with a token nothing. */
  prove(): Promise<void>
  /** The ids of the accounts by email; empty with an API token, which may not list them. */
  accounts(): Promise<Map<string, number>>
  /** All items of a list, page by page. */
  pages<Item>(list: (paging: Paging) => Promise<List<Item>>): AsyncGenerator<Item[], void>
}

type Options = { url: string; credentials: Credentials; sleep?: RetryOptions['sleep'] }

const TIMEOUT_MS = 120_000
const PER_PAGE = 100

/** Signs in unless `credentials` is a token. Throws ServiceError. */
export async function connectToService({ url, credentials, sleep }: Options): Promise<Service> {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new ServiceError(`${url} is not a valid service URL; give one such as https://www.example.com`)
  const base = parsed.origin + withoutTrailingSlashes(parsed.pathname)
  const send = createServiceFetch(base, sleep)
  const token = 'token' in credentials ? credentials.token : null
  const client = createClient({ baseUrl: base, token, fetch: send })
  if (!('token' in credentials)) {
    const { token: granted } = await client.auth.login(credentials.email, credentials.password)
    if (typeof granted !== 'string') throw isNoFrontage(base)
  }
  async function* pages<Item>(list: (paging: Paging) => Promise<List<Item>>) {
    let count = 0
    for (let page = 1; ; page++) {
      const { items, total } = await list({ page, per_page: PER_PAGE })
      if (!Array.isArray(items)) throw isNoFrontage(base)
      count += items.length
      if (items.length > 0) yield items
      if (items.length === 0 || count >= total) return
    }
  }
  return {
    url: base,
    client,
    bytes: async (path) => (await send(base + path)).bytes(),
    async prove() {
      if ('token' in credentials) return
      await client.auth.reauthenticate({ current_password: credentials.password })
    },
    async accounts() {
      if (token?.startsWith(API_TOKEN_PREFIX)) return new Map()
      const users = (await Array.fromAsync(pages(client.admin.users.list))).flat()
      return new Map(users.map(({ id, email }) => [email, id]))
    },
    pages,
  }
}

const API_TOKEN_PREFIX = 'fr_'

const isNoFrontage = (base: string) =>
  new ServiceError(`${base} does not respond like a Frontage service; check the URL.`)

function createServiceFetch(base: string, sleep: RetryOptions['sleep']): typeof globalThis.fetch {
  const send = createRetryingFetch({
    sleep,
    fetch: ((input: string, init?: RequestInit) =>
      // Following a redirect would send the token to another host.
      fetch(input, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })) as typeof fetch,
  })
  const serviceFetch = async (url: string, init: RequestInit = {}) => {
    const response = await send(url, init).catch((error: Error) => {
      throw new ServiceError(`${base} cannot be reached: ${error.message.replace(/\.$/, '')}.`)
    })
    if (!response.ok) throw await errorOf(response, { base, url, init })
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    if (!isJson && url.startsWith(`${base}/api/`)) throw isNoFrontage(base)
    return response
  }
  return serviceFetch as typeof fetch
}

type Sent = { base: string; url: string; init: RequestInit }

async function errorOf(response: Response, { base, url, init }: Sent): Promise<ServiceError> {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    return new ServiceError(`${base} redirects to ${headers.get('Location')}; use that URL.`)
  const { code, message, errors } = await problemOf(response)
  const reason = code === 'unexpected_answer' ? `status ${status} without a reason.` : message
  const { method = 'GET' } = init
  const isSignedIn = new Headers(init.headers).has('Authorization')
  if (status === 429) {
    const seconds = secondsToWait(headers.get('Retry-After'))
    const when = seconds === null ? 'later' : `in ${Math.ceil(seconds)} seconds`
    return new ServiceError(`${base} refuses further requests for now (429); try again ${when}.`)
  }
  // Another site that failed, from which the service was to fetch an image, is no failure of the service.
  if ([502, 503, 504].includes(status) && code !== 'upstream_failed')
    return new ServiceError(`${base} is not available (${status}): ${reason}`)
  if (status === 401)
    return new ServiceError(isSignedIn ? `The token was rejected or has expired: ${reason}` : reason)
  if (status === 403)
    return new ServiceError(
      code === 'insufficient_scope'
        ? `The token may not do that: ${reason}`
        : `This account may not do that: ${reason} Use an admin account.`,
    )
  const refusal = `${base} refused ${method} ${url.slice(base.length)} (${status}): ${reason}`
  if (isSignedIn && method !== 'GET') return new RefusedError(refusal, reason, errors)
  return new ServiceError(refusal)
}
