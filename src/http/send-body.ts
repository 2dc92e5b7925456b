// Sends a body of the snapshot: the best encoding, its ETag, 304 for who has it already.
import type { EncodedBody, Encoding, Representation } from '../content/snapshot/encoded-body.ts'
import type { AppContext } from './app-env.ts'
import { readingHeaders, sharingHeaders } from './default-headers.ts'

const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

const SNAPSHOT = { 'Cache-Control': 'public, max-age=0, must-revalidate', Vary: 'Accept-Encoding' }

/** The same for a body each time that it is sent. */
type Options = { type?: string; headers?: Record<string, string> }

// An answer is the same until its body changes: to make its headers anew would take most of the time that it takes.
const kept = new WeakMap<EncodedBody, Map<string, Headers>>()

/** Tells whether its database could not be asked lately, so that what it shows may be old. */
type Source = { readonly isUnverified: boolean }

/** Shows nothing of a database. */
export const CONSTANT: Source = { isUnverified: false }

// No promise where there is nothing to wait for: each takes a twentieth of a 304.
export function sendBody(
  c: AppContext,
  body: EncodedBody | Promise<EncodedBody>,
  source: Source,
  options: Options = {},
): Response | Promise<Response> {
  if (body instanceof Promise) return body.then((body) => sendBody(c, body, source, options))
  const ifNoneMatch = c.req.header('If-None-Match')
  const matched = ifNoneMatch ? matching(body, ifNoneMatch) : null
  if (matched) {
    // Browsers keep the rest of what they hold (RFC 9110, 15.4.5); writing it takes a quarter of the time of a 304. A
    // page renews its policy.
    const standing = options.type ? readingHeaders : sharingHeaders
    const own = { ...options.headers, ...SNAPSHOT, ETag: matched }
    const headers = headersOf(body, `304 ${matched}`, () => [...standing, ...Object.entries(own)])
    return answer(c, null, { status: 304, headers }, source)
  }
  const send = ({ bytes, encoding, etag }: Representation) => {
    const described = () => ({
      ...options.headers,
      ...SNAPSHOT,
      ETag: etag,
      ...(encoding && { 'Content-Encoding': encoding }),
      // HEAD then needs no reading of the bytes to know it.
      'Content-Length': String(bytes.byteLength),
      'Content-Type': options.type ?? 'application/json',
    })
    const headers = headersOf(body, `200 ${etag}`, () => [...readingHeaders, ...Object.entries(described())])
    return answer(c, bytes, { status: 200, headers }, source)
  }
  const encodings = acceptedEncodings(c.req.header('Accept-Encoding'))
  const made = body.ready(encodings[0]) ?? body.represent(encodings)
  return made instanceof Promise ? made.then(send) : send(made)
}

function headersOf(body: EncodedBody, key: string, describe: () => [string, string][]): Headers {
  const ofBody = kept.get(body) ?? new Map<string, Headers>()
  kept.set(body, ofBody)
  let headers = ofBody.get(key)
  if (!headers) {
    headers = new Headers()
    for (const [name, value] of describe()) headers.set(name, value)
    ofBody.set(key, headers)
  }
  return headers
}

type Head = { status: number; headers: Headers }

function answer(c: AppContext, bytes: Representation['bytes'] | null, head: Head, { isUnverified }: Source) {
  // The answer copies its headers; to set the id on that copy would take twice as long.
  head.headers.set('X-Request-Id', c.env.requestId)
  c.env.isComplete = true
  const response = new Response(bytes, head)
  if (isUnverified) response.headers.set('Warning', '111 frontage "Revalidation Failed"')
  return response
}

function matching(body: EncodedBody, ifNoneMatch: string): string | null {
  if (ifNoneMatch.trim() === '*') return body.identity.etag
  // A weak comparison (RFC 9110, 13.1.2): proxies weaken the tags of what they transform.
  return body.matching(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
}

const known = new Map<string, readonly Encoding[]>()

/** The encodings of ours that the header likes, the best first; none where it likes none (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return []
  let encodings = known.get(header)
  if (!encodings) {
    encodings = negotiate(header)
    if (known.size < 1_000) known.set(header, encodings)
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
  // Identity needs to be named to win over an encoding.
  const least = weights.get('identity') ?? 0
  return PREFERRED.filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= least).sort(
    (a, b) => weightOf(b) - weightOf(a),
  )
}
