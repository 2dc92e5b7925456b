// One HTTP request whose connection is pinned to an address that was checked before.
//
// Bun's `fetch` silently ignores `dispatcher` and `lookup`, so common recipes for Node fail open; `node:http(s)` honours
// `lookup`. No agent is used: the default one reuses connections that were made for an earlier DNS answer (measured on
// 1.4.4).
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../../text/errors.ts'

/** Access to the internet; tests replace it with a small network of their own. */
export type Outbound = {
  /** All addresses of a host name; throws like `dns.lookup`. */
  resolve(hostname: string): Promise<string[]>
  /** The address that is connected to for a checked address: the same one, except in tests. */
  dial(address: string, port: number): { address: string; port: number }
  /** An additional trusted certificate authority. */
  ca?: string
}

export type FetchLimits = {
  maxBytes: number
  tooLarge: () => AppError
  /** Replaces the header of the same name; names in their usual case. */
  headers?: Record<string, string>
  /** Whether a response with another status than 200 is returned rather than thrown. */
  anyStatus?: boolean
}
export type Result =
  | { redirect: string }
  | { bytes: Uint8Array; status: number; headers: http.IncomingHttpHeaders }

export const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Sends a GET request to `address` with the host name of `url` in `Host` and TLS. Throws `failed()` and `tooLarge()`. */
export function requestPinned(
  outbound: Outbound,
  url: URL,
  { address, signal, ...limits }: FetchLimits & { address: string; signal: AbortSignal },
): Promise<Result> {
  const target = outbound.dial(address, Number(url.port) || DEFAULT_PORTS[url.protocol]!)
  const family = isIP(target.address)
  const pinned: LookupFunction = (_hostname, options, done) => {
    if (options.all) done(null, [{ address: target.address, family }])
    else done(null, target.address, family)
  }
  // `lookup` is not called for a literal address, so the checked address is passed as the host.
  const isLiteral = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  return new Promise((resolve, reject) => {
    const call = (url.protocol === 'https:' ? https : http).request({
      agent: false,
      hostname: isLiteral ? target.address : url.hostname,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      lookup: pinned,
      ...(outbound.ca && { ca: outbound.ca }),
      headers: {
        Host: url.host,
        Accept: 'image/*',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Frontage (image import)',
        ...limits.headers,
      },
    })
    const abort = (error: unknown) => {
      reject(error)
      call.destroy()
    }
    const onDeadline = () => abort(failed('did not respond in time'))
    signal.addEventListener('abort', onDeadline, { once: true })
    call.once('close', () => signal.removeEventListener('abort', onDeadline))
    call.on('error', abort)
    call.on('response', (response) => {
      response.on('error', (cause) => abort(failed('closed the connection early', cause)))
      response.on('aborted', () => abort(failed('closed the connection early')))
      readResponse(response, limits).then((result) => {
        resolve(result)
        call.destroy()
      }, abort)
    })
    if (signal.aborted) onDeadline()
    else call.end()
  })
}

async function readResponse(
  response: http.IncomingMessage,
  { maxBytes, tooLarge, anyStatus = false }: FetchLimits,
): Promise<Result> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location) return { redirect: headers.location }
  if (statusCode !== 200 && !anyStatus) throw failed(`responded with status ${statusCode}`)
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const declaredLength = headers['content-length']
  if (!response.complete || (declaredLength !== undefined && Number(declaredLength) !== size))
    throw failed('closed the connection early')
  return { bytes: Buffer.concat(chunks), status: statusCode, headers }
}

export const failed = (problem: string, cause?: unknown) =>
  new AppError('upstream_failed', `The remote site ${problem}.`, { cause })
