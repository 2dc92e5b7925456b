// Sends bodies kept in memory: content negotiation, ETags and 304s.
import type { EncodedBody, Encoding, Representation } from '../../content/snapshot/encoded-body.ts'
import type { AppContext } from '../requests/app-env.ts'
import { anyOriginHeaders, publicHeaders, securityHeaders } from './default-headers.ts'
import { markNotKept } from './edge-headers.ts'

const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

/** The header of bodies whose address changes with their content. */
export const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }

export const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate', Vary: 'Accept-Encoding' }

/** Must be the same each time that a body is sent, since its headers are cached. */
type Options = { type?: string; headers?: Record<string, string> | undefined }

/** `isUnverified`: the content may be out of date, as when the database has not been reachable lately. */
export type Source = { readonly isUnverified: boolean }

/** The source of bodies that do not depend on the database. */
export const CONSTANT: Source = { isUnverified: false }

/** Of content that may be out of date (RFC 7234, 5.5.2). */
export const WARNING = '111 frontage "Revalidation Failed"'

/** The source of what a search found: an index that lacks changes may be out of date. */
export const sourceOfSearch = (source: Source, isCurrent: boolean): Source =>
  isCurrent ? source : { isUnverified: true }

// Building the headers for each response adds 3.5 µs to a gzip read of 19, 6 to a page, and 1 to a 304 of 11.
const cachedHeaders = new WeakMap<EncodedBody, Map<string, Headers>>()

const withDefaultHeaders = new WeakSet<Response>()

/** Whether a response was sent by `sendBody`, with the default headers and the request id. */
export const hasDefaultHeaders = (response: Response) => withDefaultHeaders.has(response)

/** Sends a body in the best accepted encoding, or 304. Returns a promise only where it has to wait. */
export function sendBody(
  c: AppContext,
  body: EncodedBody | Promise<EncodedBody>,
  source: Source,
  options: Options = {},
): Response | Promise<Response> {
  if (body instanceof Promise) return body.then((body) => sendBody(c, body, source, options))
  const ifNoneMatch = c.req.header('If-None-Match')
  const matched = ifNoneMatch ? findMatch(body, ifNoneMatch) : null
  if (matched) return sendNotModified(c, { body, etag: matched, source, options })
  const send = (representation: Representation) =>
    sendRepresentation(c, { body, representation, source, options })
  const encodings = acceptedEncodings(c.req.header('Accept-Encoding'))
  const representation = body.ready(encodings[0]) ?? body.represent(encodings)
  return representation instanceof Promise ? representation.then(send) : send(representation)
}

type Sending = { body: EncodedBody; source: Source; options: Options }

// Caches keep the other headers of the response they hold (RFC 9110, 15.4.5), and sending them takes a quarter of the
// time of a 304. A page sends all of them, to renew its policy.
function sendNotModified(c: AppContext, { body, etag, source, options }: Sending & { etag: string }) {
  const isPublic = isReadableByAnyOrigin(c)
  const headers = headersOf(body, `304 ${isPublic} ${etag}`, () => [
    ...(options.type ? defaultHeaders(isPublic) : isPublic ? anyOriginHeaders : []),
    ...Object.entries({ ...REVALIDATED, ...options.headers, ETag: etag }),
  ])
  return respond(c, { bytes: null, status: 304, headers, source })
}

function sendRepresentation(
  c: AppContext,
  { body, representation, source, options }: Sending & { representation: Representation },
) {
  const { bytes, encoding, etag } = representation
  const isPublic = isReadableByAnyOrigin(c)
  const headers = headersOf(body, `200 ${isPublic} ${etag}`, () => [
    ...defaultHeaders(isPublic),
    ...Object.entries({
      ...REVALIDATED,
      ...options.headers,
      ETag: etag,
      ...(encoding && { 'Content-Encoding': encoding }),
      // A HEAD then does not have to read the body.
      'Content-Length': String(bytes.byteLength),
      'Content-Type': options.type ?? 'application/json',
    }),
  ])
  return respond(c, { bytes, status: 200, headers, source })
}

const isReadableByAnyOrigin = (c: AppContext) => c.env.access?.cors === 'any-origin'
const defaultHeaders = (isPublic: boolean) => (isPublic ? publicHeaders : securityHeaders)

function headersOf(
  body: EncodedBody,
  key: string,
  list: () => (readonly [name: string, value: string])[],
): Headers {
  const ofBody = cachedHeaders.get(body) ?? new Map<string, Headers>()
  cachedHeaders.set(body, ofBody)
  let headers = ofBody.get(key)
  if (!headers) {
    headers = new Headers()
    for (const [name, value] of list()) headers.set(name, value)
    ofBody.set(key, headers)
  }
  return headers
}

type Sent = { bytes: Representation['bytes'] | null; status: number; headers: Headers; source: Source }

function respond(c: AppContext, { bytes, status, headers, source }: Sent) {
  const response = new Response(bytes, { status, headers })
  response.headers.set('X-Request-Id', c.env.requestId)
  if (source.isUnverified) {
    response.headers.set('Warning', WARNING)
    markNotKept(response.headers)
  }
  withDefaultHeaders.add(response)
  return response
}

function findMatch(body: EncodedBody, ifNoneMatch: string): string | null {
  if (ifNoneMatch.trim() === '*') return body.identity.etag
  // A weak comparison (RFC 9110, 13.1.2): proxies weaken the tags of bodies they transform.
  return body.matching(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
}

// Negotiating each time adds 1 µs to a gzip read of 19.
const MAX_NEGOTIATIONS = 1_000
const negotiations = new Map<string, readonly Encoding[]>()

/** Supported encodings that the header accepts, best first; empty for identity (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return []
  let encodings = negotiations.get(header)
  if (!encodings) {
    encodings = negotiate(header)
    if (negotiations.size < MAX_NEGOTIATIONS) negotiations.set(header, encodings)
  }
  return encodings
}

function negotiate(header: string): Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, q ? Number.parseFloat(q.slice(2)) || 0 : 1)
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  // Identity wins over an encoding only when it is named.
  const minWeight = weights.get('identity') ?? 0
  return PREFERRED.filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= minWeight).sort(
    (a, b) => weightOf(b) - weightOf(a),
  )
}
