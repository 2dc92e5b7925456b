// Headers for caches in front of the service. Without CDN_MAX_AGE_SECONDS there are none, and caches ask each time.

/** Headers that replace those of `sendBody`; undefined where no cache may keep the response. */
export type EdgeHeaders = Record<string, string> | undefined

/** Makes the headers of responses with these tags. */
export type EdgeCaching = (...tags: string[]) => EdgeHeaders

const STALE_WHILE_REVALIDATE_SECONDS = 60
const STALE_IF_ERROR_SECONDS = 86_400

/** Tells caches not to keep a response with such headers, because it may be out of date already. */
export function markNotKept(headers: Headers) {
  if (!headers.has('CDN-Cache-Control')) return
  headers.set('Cache-Control', 'public, max-age=0, must-revalidate')
  headers.delete('CDN-Cache-Control')
}

export function createEdgeCaching(maxAgeSeconds: number): EdgeCaching {
  if (maxAgeSeconds === 0) return () => undefined
  const stale = `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}, stale-if-error=${STALE_IF_ERROR_SECONDS}`
  return (...tags) => ({
    // `must-revalidate` is for browsers, which would otherwise show stale pages as well.
    'Cache-Control': `public, max-age=0, must-revalidate, s-maxage=${maxAgeSeconds}, ${stale}`,
    // Caches that follow RFC 9213 would otherwise not keep stale responses, because of `must-revalidate`.
    'CDN-Cache-Control': `public, max-age=${maxAgeSeconds}, ${stale}`,
    'Surrogate-Key': tags.join(' '),
    'Cache-Tag': tags.join(','),
  })
}
