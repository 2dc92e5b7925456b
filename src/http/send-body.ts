// Sends a body of the snapshot: the best encoding, its ETag, 304 for who has it already.
import type { Body, Encoding } from '../content/snapshot/body.ts'
import type { AppContext } from './env.ts'
import { readingHeaders } from './standing-headers.ts'

const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

const SNAPSHOT = { 'Cache-Control': 'public, max-age=0, must-revalidate', Vary: 'Accept-Encoding' }

/** The same for a body each time that it is sent. */
type Options = { type?: string; headers?: Record<string, string> }

// An answer is the same until its body changes: to make its headers anew would take most of the time that it takes.
const kept = new WeakMap<Body, Map<string, Headers>>()

/** `unverified`: the database could not be asked lately, so the body may be old. */
export async function sendBody(
  c: AppContext,
  body: Body,
  unverified: boolean,
  options: Options = {},
): Promise<Response> {
  c.set('hasStandingHeaders', true)
  const ifNoneMatch = c.req.header('If-None-Match')
  const matched = ifNoneMatch ? matching(body, ifNoneMatch) : null
  if (matched) {
    const headers = headersOf(body, `304 ${matched}`, options, () => ({}))
    return warned(new Response(null, { status: 304, headers }), unverified)
  }
  const encodings = acceptedEncodings(c.req.header('Accept-Encoding'))
  const { bytes, ...made } = body.ready(encodings[0]) ?? (await body.represent(encodings))
  const headers = headersOf(body, `200 ${made.etag}`, options, () => ({
    ...(made.encoding && { 'Content-Encoding': made.encoding }),
    // Else Bun answers HEAD with a length of 0.
    'Content-Length': String(bytes.byteLength),
    'Content-Type': options.type ?? 'application/json',
  }))
  return warned(new Response(bytes, { headers }), unverified)
}

function headersOf(
  body: Body,
  key: string,
  { headers: more = {} }: Options,
  described: () => Record<string, string>,
): Headers {
  const ofBody = kept.get(body) ?? new Map<string, Headers>()
  kept.set(body, ofBody)
  let headers = ofBody.get(key)
  if (!headers) {
    headers = new Headers(readingHeaders)
    const own = { ...more, ...described(), ...SNAPSHOT, ETag: key.slice(key.indexOf('"')) }
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    ofBody.set(key, headers)
  }
  return headers
}

function warned(response: Response, unverified: boolean) {
  if (unverified) response.headers.set('Warning', '111 frontage "Revalidation Failed"')
  return response
}

function matching(body: Body, ifNoneMatch: string): string | null {
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
