// The client address of a request, directly or through trusted proxies, as the key for rate limits.
import { type AddressRange, isInRanges, parseAddress } from '../ip-address.ts'

/** Providers assign at least this much IPv6 space to one customer, so a limit per single address would be no limit. */
const IPV6_PREFIX_BITS = 64
const NETWORK_BITS = 48

/** The key of clients whose connection is already closed. */
export const UNKNOWN_CLIENT = 'unknown'

type Hops = { peer: string | null; forwardedFor: string | null; trusted: readonly AddressRange[] }

/**
 * The client's key for rate limits: an IPv4 address, an IPv6 /64, or `UNKNOWN_CLIENT` when the connection is already closed.
 * `X-Forwarded-For` is read from the right as long as its hops are trusted proxies; entries further left can be forged
 * by the client.
 */
export function clientKey({ peer, forwardedFor, trusted }: Hops): string {
  let client = peer === null ? null : parseAddress(peer)
  if (!client) return UNKNOWN_CLIENT
  const hops = forwardedFor?.split(',') ?? []
  while (isInRanges(trusted, client)) {
    const hop = parseAddress(withoutPort(hops.pop() ?? ''))
    if (!hop) break
    client = hop
  }
  if (client.kind() === 'ipv4') return client.toString()
  const prefix = client.toByteArray().slice(0, IPV6_PREFIX_BITS / 8)
  return `${Buffer.from(prefix).toString('hex')}/${IPV6_PREFIX_BITS}`
}

/** The network of a client key: the /48 of an IPv6 /64, which one customer may hold completely, or the key itself. */
export const networkOf = (clientKey: string) =>
  clientKey.endsWith(`/${IPV6_PREFIX_BITS}`)
    ? `${clientKey.slice(0, NETWORK_BITS / 4)}/${NETWORK_BITS}`
    : clientKey

// Some proxies include the port: `1.2.3.4:5678`, `[2001:db8::1]:5678`.
function withoutPort(hop: string) {
  const text = hop.trim()
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}
