// Sends bodies that are too large to be kept in memory: in parts, gzipped where that is accepted, with ETags and 304s.
import type { SiteStream } from '../../content/snapshot/site-streams.ts'
import type { AppContext } from '../requests/app-env.ts'
import { markNotKept } from './edge-headers.ts'
import { acceptedEncodings, REVALIDATED, WARNING } from './send-body.ts'

type Options = { headers: Record<string, string>; source: { readonly isUnverified: boolean } }

/** `open` returns null if the reader has the state with a tag that `isKnown` accepts. */
export async function sendSiteStream(
  c: AppContext,
  open: (isKnown: (tag: string) => boolean) => Promise<SiteStream | null>,
  { headers, source }: Options,
): Promise<Response> {
  const isGzip = acceptedEncodings(c.req.header('Accept-Encoding')).includes('gzip')
  const etagOf = (tag: string) => `"${tag}${isGzip ? '-gz' : ''}"`
  const ifNoneMatch = (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  const hasIt = (tag: string) => ifNoneMatch.includes('*') || ifNoneMatch.includes(etagOf(tag))
  let shown = ''
  const stream = await open((tag) => {
    shown = tag
    return hasIt(tag) || c.req.method === 'HEAD'
  })
  for (const [name, value] of Object.entries({ ...REVALIDATED, ...headers })) c.header(name, value)
  c.header('ETag', etagOf(stream?.tag ?? shown))
  if (source.isUnverified) {
    c.header('Warning', WARNING)
    markNotKept(c.res.headers)
  }
  if (!stream && hasIt(shown)) return c.body(null, 304)
  c.header('Content-Type', 'application/json')
  if (isGzip) c.header('Content-Encoding', 'gzip')
  if (!stream) return c.body(null)
  // Bun's type of the transformer takes more than bytes.
  const gzip = () => new CompressionStream('gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
  return c.body(isGzip ? stream.stream.pipeThrough(gzip()) : stream.stream)
}
