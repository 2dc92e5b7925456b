// Fetches URLs from untrusted input, protected against SSRF (OWASP A10:2021). The host name is resolved once, all of its
// addresses must be public, and the connection is made to one of these addresses (`pinned-request.ts`).
import { lookup } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { AppError } from '../../text/errors.ts'
import {
  DEFAULT_PORTS,
  type FetchLimits,
  failed,
  type Outbound,
  type Result,
  requestPinned,
} from './pinned-request.ts'
import { isPublicAddress } from './public-address.ts'

export const internet: Outbound = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  dial: (address, port) => ({ address, port }),
}

type Options = FetchLimits & {
  deadlineMs?: number
  /** Allows every address and port: only for a URL that the operator of the machine has typed. */
  allowPrivate?: boolean
  /** The value of `Authorization`, which is not sent after a redirect to another host or from https to http. */
  authorization?: string
}

export type Fetched = {
  bytes: Uint8Array
  status: number
  headers: Headers
  /** The URL after redirects. */
  url: string
}

const DEADLINE_MS = 15_000
const MAX_REDIRECTS = 3

/**
 * The body at `url`, and the final URL after at most 3 redirects. Throws 422 `url_not_allowed` before any connection
 * (with the same message for every reason), 502 `upstream_failed` (also for a host name that DNS does not know), and
 * `tooLarge()` as soon as more than `maxBytes` were received. Ends within 15 s by default.
 */
export async function safeFetch(
  outbound: Outbound,
  url: string,
  { deadlineMs = DEADLINE_MS, allowPrivate = false, authorization, ...limits }: Options,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(deadlineMs)
  let target = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const checked = allowPrivate ? parseWebUrl(target) : parseAllowedUrl(target)
    const addresses = await withinDeadline(signal, resolveAddresses(outbound, checked, allowPrivate))
    const headers = {
      ...limits.headers,
      ...(authorization && mayGetCredentials(checked, url) && { Authorization: authorization }),
    }
    const result = await request(outbound, checked, { ...limits, addresses, signal, headers })
    if ('bytes' in result) {
      return { ...result, headers: toHeaders(result.headers), url: checked.href }
    }
    target = URL.parse(result.redirect, checked.href)?.href ?? ''
  }
  throw failed('redirected too many times')
}

function mayGetCredentials(target: URL, first: string): boolean {
  const { host, protocol } = new URL(first)
  return target.host === host && (target.protocol === 'https:' || target.protocol === protocol)
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}

function parseWebUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !DEFAULT_PORTS[url.protocol] || url.username || url.password) throw notAllowed()
  return url
}

function parseAllowedUrl(text: string): URL {
  const url = URL.parse(text)
  const port = url ? DEFAULT_PORTS[url.protocol] : undefined
  if (!url || !port || url.username || url.password || url.hostname === '') throw notAllowed()
  // The parser has removed the scheme's default port; the other one of 80 and 443 is allowed too.
  if (url.port !== '' && !Object.values(DEFAULT_PORTS).includes(Number(url.port))) throw notAllowed()
  return url
}

async function resolveAddresses(
  outbound: Outbound,
  { hostname }: URL,
  allowPrivate: boolean,
): Promise<string[]> {
  // The parser has already turned `0x7f.1` and `2130706433` into `127.0.0.1`.
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(outbound, hostname)
  if (addresses.length === 0 || !(allowPrivate || addresses.every(isPublicAddress))) throw notAllowed()
  return addresses
}

async function resolve(outbound: Outbound, hostname: string) {
  try {
    return await outbound.resolve(hostname)
  } catch (cause) {
    const isResolverFailure = /^(?:EAI_AGAIN|ETIMEOUT|ESERVFAIL|ECONNREFUSED)$/.test(codeOf(cause))
    if (isResolverFailure) throw failed('has a host name that cannot be resolved at the moment', cause)
    // Names of local networks get one response, known or not. For other names, the response to an unknown one tells
    // little: it goes only to an admin who is signed in, no connection is made, and no address is named. It lets that
    // admin see whether a moved site has lost its domain or is on a private network.
    if (isLocalName(hostname)) throw notAllowed()
    throw failed('has a host name that DNS does not know', cause)
  }
}

/** Single labels, and domains that are never in the public DNS (RFC 6761, RFC 6762, RFC 8375, ICANN's `.internal`). */
const isLocalName = (hostname: string) =>
  !/[^.]\.[^.]/.test(hostname) ||
  /\.(?:localhost|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)\.?$/i.test(
    hostname,
  )

type Request = FetchLimits & { addresses: readonly string[]; signal: AbortSignal }

/** Tries the addresses one after another until one accepts the connection. */
async function request(outbound: Outbound, url: URL, { addresses, ...options }: Request): Promise<Result> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await requestPinned(outbound, url, { address, ...options })
    } catch (error) {
      const isLast = index === addresses.length - 1
      const isUnreachable = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/.test(codeOf(error))
      if (error instanceof AppError) throw error
      if (isLast || !isUnreachable || options.signal.aborted) throw failed('could not be reached', error)
    }
  }
  throw notAllowed()
}

async function withinDeadline<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const onAbort = () => deadline.reject(failed('did not respond in time'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, deadline.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code ?? '')

const notAllowed = () =>
  new AppError('url_not_allowed', 'Importing from this URL is not allowed. Use a public http or https URL.')
