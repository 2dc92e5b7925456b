// Adapters that ask a cache to drop all responses with some tags: Varnish, Fastly and Cloudflare.
import type { EdgeConfig } from '../../platform/config/edge-config.ts'

/** Drops responses with any of these tags. Throws when the cache did not confirm it. */
export type Purge = (tags: readonly string[]) => Promise<void>

type PurgeConfig = NonNullable<EdgeConfig['purge']>
type Call = { url: string; method: string; headers: Record<string, string>; body?: string }

const TIMEOUT_MS = 5_000
const FASTLY = 'https://api.fastly.com'
const CLOUDFLARE = 'https://api.cloudflare.com'

export const createPurge = (config: PurgeConfig): Purge => {
  const callsOf = ADAPTERS[config.kind]
  return async (tags) => {
    await Promise.all(callsOf(config, tags).map(send))
  }
}

const ADAPTERS: Record<PurgeConfig['kind'], (config: PurgeConfig, tags: readonly string[]) => Call[]> = {
  // Each server has a cache of its own. `deploy/varnish/default.vcl` bans what carries one of the tags. The method is not
  // BAN, as is usual, because Bun's `fetch` turns methods that it does not know into GET.
  varnish: ({ urls, token }, tags) =>
    urls.map((url) => ({
      url,
      method: 'PURGE',
      headers: { 'X-Purge-Tags': tags.join('|'), ...(token && bearer(token.reveal())) },
    })),
  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: ({ urls, zone, token }, tags) => [
    {
      url: `${urls[0] ?? FASTLY}/service/${zone}/purge`,
      method: 'POST',
      headers: { 'Fastly-Key': token?.reveal() ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ surrogate_keys: tags }),
    },
  ],
  // https://developers.cloudflare.com/api/resources/cache/methods/purge/
  cloudflare: ({ urls, zone, token }, tags) => [
    {
      url: `${urls[0] ?? CLOUDFLARE}/client/v4/zones/${zone}/purge_cache`,
      method: 'POST',
      headers: { ...bearer(token?.reveal() ?? ''), 'Content-Type': 'application/json' },
      body: JSON.stringify({ tags }),
    },
  ],
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

async function send({ url, ...init }: Call) {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${new URL(url).host} returned ${response.status}`)
}
