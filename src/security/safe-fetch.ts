// Fetches what somebody names by URL without letting them reach what only this machine can (SSRF, OWASP A10:2021).
// The name is resolved once; each of its addresses must be public; the connection goes to one of those.
//
// Bun's `fetch` ignores `dispatcher` and `lookup` without a word, so Node's recipes would fail open: `node:http(s)`
// honours `lookup`. Its default agent would reuse a connection of an earlier answer of the resolver (measured on
// 1.4.4), so there is none.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'

/** How the outside is reached; tests put a small internet of their own in its place. */
export type Outbound = {
  /** All addresses of a host name; throws like `dns.lookup`. */
  resolve(hostname: string): Promise<string[]>
  /** Where the connection to a checked address goes: there. */
  dial(address: string, port: number): { address: string; port: number }
  /** Certificates to trust besides the system's. */
  ca?: string
}

export const internet: Outbound = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  dial: (address, port) => ({ address, port }),
}

type Options = { maxBytes: number; tooLarge: () => AppError; deadlineMs?: number }
type Answer = { redirect: string } | { bytes: Uint8Array }

const DEADLINE_MS = 15_000
const REDIRECTS = 3
const PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

/**
 * The body at `url`, and the address it was found at after at most 3 redirects. Throws 422 `url_not_allowed` (one
 * message for every reason, and before any connection), 502 `upstream_failed`, and `tooLarge()` as soon as more than
 * `maxBytes` have come. All of it ends within 15 s.
 */
export async function safeFetch(
  outbound: Outbound,
  url: string,
  { maxBytes, tooLarge, deadlineMs = DEADLINE_MS }: Options,
): Promise<{ bytes: Uint8Array; url: string }> {
  const signal = AbortSignal.timeout(deadlineMs)
  let target = url
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const checked = permitted(target)
    const addresses = await before(signal, publicAddresses(outbound, checked))
    const answer = await request(outbound, checked, { addresses, signal, maxBytes, tooLarge })
    if ('bytes' in answer) return { bytes: answer.bytes, url: checked.href }
    target = URL.parse(answer.redirect, checked.href)?.href ?? ''
  }
  throw failed('redirected too often')
}

function permitted(text: string): URL {
  const url = URL.parse(text)
  const port = url ? PORTS[url.protocol] : undefined
  if (!url || !port || url.username || url.password || url.hostname === '') throw notAllowed()
  // An explicit 80 or 443 that is the scheme's own is dropped by the parser.
  if (url.port !== '' && !Object.values(PORTS).includes(Number(url.port))) throw notAllowed()
  return url
}

async function publicAddresses(outbound: Outbound, { hostname }: URL): Promise<string[]> {
  // The parser has turned `0x7f.1` and `2130706433` into `127.0.0.1` by now.
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(outbound, hostname)
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw notAllowed()
  return addresses
}

async function resolve(outbound: Outbound, hostname: string) {
  try {
    return await outbound.resolve(hostname)
  } catch (cause) {
    // A name that does not exist answers like one that may not be asked, or names within could be guessed.
    const isOurs = /^(?:EAI_AGAIN|ETIMEOUT|ESERVFAIL|ECONNREFUSED)$/.test(codeOf(cause))
    throw isOurs ? failed('has a name that cannot be resolved now', cause) : notAllowed()
  }
}

type Request = Pick<Options, 'maxBytes' | 'tooLarge'> & { addresses: readonly string[]; signal: AbortSignal }

/** Tries the addresses in turn until one takes the connection. */
async function request(outbound: Outbound, url: URL, { addresses, ...options }: Request): Promise<Answer> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await requestAt(outbound, url, { address, ...options })
    } catch (error) {
      const isLast = index === addresses.length - 1
      const isUnreachable = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/.test(codeOf(error))
      if (error instanceof AppError) throw error
      if (isLast || !isUnreachable || options.signal.aborted) throw failed('could not be reached', error)
    }
  }
  throw notAllowed()
}

function requestAt(
  outbound: Outbound,
  url: URL,
  { address, signal, maxBytes, tooLarge }: Omit<Request, 'addresses'> & { address: string },
): Promise<Answer> {
  const dialled = outbound.dial(address, Number(url.port) || PORTS[url.protocol]!)
  const family = isIP(dialled.address)
  const pinned: LookupFunction = (_hostname, options, done) => {
    if (options.all) done(null, [{ address: dialled.address, family }])
    else done(null, dialled.address, family)
  }
  // A literal host is never looked up, so it is dialled as what was checked.
  const isLiteral = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request({
      agent: false,
      hostname: isLiteral ? dialled.address : url.hostname,
      port: dialled.port,
      path: `${url.pathname}${url.search}`,
      lookup: pinned,
      ...(outbound.ca && { ca: outbound.ca }),
      headers: {
        Host: url.host,
        Accept: 'image/*',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Frontage (image import)',
      },
    })
    const end = (error: unknown) => {
      reject(error)
      call.destroy()
    }
    const onDeadline = () => end(failed('took too long'))
    signal.addEventListener('abort', onDeadline, { once: true })
    call.once('close', () => signal.removeEventListener('abort', onDeadline))
    call.on('error', end)
    call.on('response', (response) => {
      response.on('error', (cause) => end(failed('broke off', cause)))
      response.on('aborted', () => end(failed('broke off')))
      read(response, { maxBytes, tooLarge }).then((answer) => {
        resolve(answer)
        call.destroy()
      }, end)
    })
    if (signal.aborted) onDeadline()
    else call.end()
  })
}

async function read(
  response: http.IncomingMessage,
  { maxBytes, tooLarge }: Pick<Options, 'maxBytes' | 'tooLarge'>,
): Promise<Answer> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location) return { redirect: headers.location }
  if (statusCode !== 200) throw failed(`answered ${statusCode}`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const announced = headers['content-length']
  if (!response.complete || (announced !== undefined && Number(announced) !== size)) throw failed('broke off')
  return { bytes: Buffer.concat(chunks) }
}

async function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const onAbort = () => deadline.reject(failed('took too long'))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, deadline.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException | null)?.code ?? '')

const notAllowed = () => new AppError('url_not_allowed', 'This address may not be imported from.')

const failed = (what: string, cause?: unknown) =>
  new AppError('upstream_failed', `The other site ${what}.`, { cause })
