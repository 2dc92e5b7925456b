// Reads WordPress's REST API: finds its root, reads lists page by page, waits when the site asks to, and turns errors
// into messages. https://developer.wordpress.org/rest-api/

import type { z } from 'zod'
import { retry, secondsToWait } from '../../../client/retry.ts'
import { withoutControls } from '../../../text/storable.ts'
import { withoutQuery, withoutTrailingSlashes } from '../../../text/trim-end.ts'

/** The site cannot be read; the message is for the user. */
export class SiteError extends Error {}
/** The connection failed; another attempt may work. */
export class SiteAwayError extends SiteError {}

export type SiteResponse = { status: number; headers: Headers; text: string; url: string }
/**
 * Sends a GET request and follows redirects, with the credentials only to the same host. Throws SiteError, SiteAwayError
 * where another attempt may work.
 */
export type SiteGet = (url: string, authorization: string | null) => Promise<SiteResponse>

export type WordPressLogin = { user: string; password: string }

export type RestClient = {
  /** The address of the site after redirects. */
  home: string
  /** The tag in `<html lang>`; empty if there is none. */
  language: string
  isSignedIn: boolean
  /** One object. Null when the site does not have or does not show it. Throws SiteError. */
  read<T extends z.ZodType>(route: string, schema: T): Promise<z.output<T> | null>
  /** All objects of a list. Null when the site does not have or does not show it. Throws SiteError. */
  list<T extends z.ZodType>(
    route: string,
    schema: T,
    parameters?: Record<string, string>,
  ): Promise<z.output<T>[] | null>
}

type Options = {
  address: string
  login: WordPressLogin | null
  get: SiteGet
  sleep?: (milliseconds: number) => Promise<void>
}

const PER_PAGE = 100
const MAX_PAGES = 5_000
/** The limit of all responses together, which are in memory at once. */
const MAX_CHARACTERS = 1_000_000_000
const MAX_WAIT_SECONDS = 120
const API_LINK = /<([^<>]*)>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/

/** Throws SiteError when the site has no REST API. */
export async function openRestApi({ address, login, get, sleep = Bun.sleep }: Options): Promise<RestClient> {
  const authorization = login
    ? `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
    : null
  let received = 0
  // A site that was never reached has a wrong address, more likely than a short interruption.
  let wasReached = false
  const request = async (url: string, credentials: string | null) => {
    const response = await retry(
      () => get(url, credentials),
      { status: isBusy, error: (error) => wasReached && error instanceof SiteAwayError },
      { sleep, maxWaitSeconds: MAX_WAIT_SECONDS },
    )
    if (isBusy(response.status)) throw unavailable({ ...response, url })
    wasReached = true
    received += response.text.length
    if (received > MAX_CHARACTERS)
      throw new SiteError(`${address} is larger than 1 GB. Import a file instead.`)
    return response
  }
  const page = await request(address, null)
  const home = page.url
  const root = await findRoot(page, (url) => request(url, null))
  const urlOf = (route: string, parameters: Record<string, string>) => withParameters(root, route, parameters)

  return {
    home,
    language: /<html\b[^<>]*\blang=["']?([\w-]{2,35})/i.exec(page.text.slice(0, 20_000))?.[1] ?? '',
    isSignedIn: authorization !== null,
    async read(route, schema) {
      const response = await request(urlOf(route, {}), authorization)
      return isHidden(response, authorization) ? null : parse(response, schema, route)
    },
    async list(route, schema, parameters = {}) {
      const items: z.output<typeof schema>[] = []
      for (let number = 1; number <= MAX_PAGES; number++) {
        const paging = { per_page: String(PER_PAGE), page: String(number), ...parameters }
        const response = await request(urlOf(route, paging), authorization)
        if (isHidden(response, authorization)) return number === 1 ? null : items
        const found = parse(response, schema.array(), route)
        items.push(...found)
        const pages = Number(response.headers.get('X-WP-TotalPages') ?? Number.NaN)
        if (found.length === 0 || (Number.isFinite(pages) ? number >= pages : found.length < PER_PAGE)) break
      }
      return items
    },
  }
}

/** A page names the root in a header; otherwise it is at one of two places. */
async function findRoot(page: SiteResponse, get: (url: string) => Promise<SiteResponse>): Promise<string> {
  const linked = API_LINK.exec(page.headers.get('Link') ?? '')?.[1]
  const base = `${withoutTrailingSlashes(withoutQuery(page.url))}/`
  const candidates = [linked && URL.parse(linked, page.url)?.href, `${base}wp-json/`, `${base}?rest_route=/`]
  let status = page.status
  for (const url of candidates) {
    // A root elsewhere would get the password.
    if (!url || new URL(url).host !== new URL(page.url).host) continue
    const response = await get(url)
    status = response.status
    if (status === 200 && hasApi(response.text)) return url
  }
  const reason =
    status === 401 || status === 403
      ? `does not show its REST API (status ${status}); a plugin or a firewall may block it`
      : 'has no WordPress REST API at /wp-json/ or /?rest_route=/'
  throw new SiteError(`${page.url} ${reason}. Import a file of Tools → Export instead.`)
}

function hasApi(text: string): boolean {
  const index = parseJson(text)
  if (index === null || typeof index !== 'object' || !('namespaces' in index)) return false
  return Array.isArray(index.namespaces) && index.namespaces.includes('wp/v2')
}

/** With plain permalinks, the route is a parameter. */
function withParameters(root: string, route: string, parameters: Record<string, string>): string {
  const url = new URL(root)
  const plain = url.searchParams.get('rest_route')
  if (plain === null) url.pathname = `${withoutTrailingSlashes(url.pathname)}/wp/v2/${route}`
  else url.searchParams.set('rest_route', `${withoutTrailingSlashes(plain)}/wp/v2/${route}`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

const isBusy = (status: number) => status === 429 || status >= 500

function unavailable({ url, status, headers }: SiteResponse): SiteError {
  const seconds = status === 429 ? secondsToWait(headers.get('Retry-After')) : null
  const again = seconds === null ? '' : `; try again in ${Math.ceil(seconds)} seconds`
  return new SiteError(`${withoutParameters(url)} is not available (status ${status})${again}.`)
}

/** 401 for a signed-in user means a wrong password, otherwise that the list is for signed-in users only. */
function isHidden({ status, url, text }: SiteResponse, authorization: string | null): boolean {
  const code = codeOf(text)
  const isWrongLogin =
    /^(?:invalid_username|incorrect_password|invalid_email|application_passwords_disabled)/.test(code)
  if (authorization !== null && (isWrongLogin || (status === 401 && code === 'rest_not_logged_in'))) {
    throw new SiteError(
      `${withoutParameters(url)} refused the application password (${code}). Make one in WordPress under Users → Profile → Application Passwords, and give its user with --wordpress-user.`,
    )
  }
  if (status === 200) return false
  if ([400, 401, 403, 404].includes(status)) return true
  throw new SiteError(`${withoutParameters(url)} responded with status ${status}.`)
}

function codeOf(text: string): string {
  const body = text.length < 10_000 ? parseJson(text) : null
  return body !== null && typeof body === 'object' && 'code' in body ? String(body.code) : ''
}

function parse<T extends z.ZodType>(response: SiteResponse, schema: T, route: string): z.output<T> {
  const { data, success, error } = schema.safeParse(parseJson(response.text))
  if (success) return data
  const where = error.issues[0]?.path.join('.') ?? ''
  throw new SiteError(
    `${withoutParameters(response.url)} does not respond like WordPress (${route}${where && `: ${where}`}). Import a file of Tools → Export instead.`,
  )
}

function parseJson(text: string): unknown {
  try {
    // Some sites print warnings or a byte order mark before the JSON.
    return JSON.parse(text.replace(/^\ufeff/, ''), (_, value) =>
      typeof value === 'string' ? withoutControls(value) : value,
    )
  } catch {
    return null
  }
}

/** The URL without parameters, except for the route of plain permalinks. */
const withoutParameters = (url: string) => url.split(/\?(?!rest_route=)|&/, 1)[0]!
