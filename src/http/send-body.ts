// Sends a body of the snapshot: the best encoding, its ETag, 304 for who has it already.
import type { Body, Encoding } from '../content/snapshot/body.ts'
import type { AppContext } from './env.ts'

const PREFERRED: readonly Encoding[] = ['br', 'zstd', 'gzip']

type Options = { type?: string; headers?: Record<string, string> }

/** `unverified`: the database could not be asked lately, so the body may be old. */
export async function sendBody(
  c: AppContext,
  body: Body,
  unverified: boolean,
  { type = 'application/json', headers: more = {} }: Options = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    ...more,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept-Encoding',
  }
  if (unverified) headers.Warning = '111 frontage "Revalidation Failed"'
  const matched = matching(body, c.req.header('If-None-Match'))
  if (matched) return c.body(null, 304, { ...headers, ETag: matched })
  const { bytes, etag, encoding } = await body.represent(acceptedEncoding(c.req.header('Accept-Encoding')))
  if (encoding) headers['Content-Encoding'] = encoding
  // Else Bun answers HEAD with a length of 0.
  headers['Content-Length'] = String(bytes.byteLength)
  return c.body(bytes, 200, { ...headers, ETag: etag, 'Content-Type': type })
}

function matching(body: Body, ifNoneMatch: string | undefined): string | null {
  if (!ifNoneMatch) return null
  if (ifNoneMatch.trim() === '*') return body.identity.etag
  // A weak comparison (RFC 9110, 13.1.2): proxies weaken the tags of what they transform.
  return body.matching(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
}

const known = new Map<string, Encoding | null>()

/** The encoding of ours that the header likes best, or null for none (RFC 9110, 12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (!header) return null
  let encoding = known.get(header)
  if (encoding === undefined) {
    encoding = negotiate(header)
    if (known.size < 1_000) known.set(header, encoding)
  }
  return encoding
}

function negotiate(header: string): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, q ? Number.parseFloat(q.slice(2)) || 0 : 1)
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  let best: Encoding | null = null
  // Identity needs to be named to win over an encoding.
  let most = weights.get('identity') ?? 0
  for (const encoding of PREFERRED) {
    const weight = weightOf(encoding)
    if (weight > 0 && (best ? weight > most : weight >= most)) {
      best = encoding
      most = weight
    }
  }
  return best
}
