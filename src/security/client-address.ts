// Which address a request comes from, behind proxies or not, and which addresses count as one client.
import { type AddressRange, isIn, isMapped, toBytes } from '../config/address-range.ts'

/** What a household or a server holds at least of IPv6; one of its addresses alone would be no limit at all. */
const CLIENT_BITS = 64

type Hops = { peer: string | null; forwardedFor: string | null; trusted: readonly AddressRange[] }

/**
 * The client's key for limits: an IPv4 address or an IPv6 /64, and `unknown` where there is no peer address (the
 * connection is gone already). `X-Forwarded-For` is read from the right as far as its hops are trusted proxies; what a
 * client wrote into it itself stands further left.
 */
export function clientKey({ peer, forwardedFor, trusted }: Hops): string {
  let client = peer === null ? null : toBytes(peer)
  if (!client) return 'unknown'
  const hops = forwardedFor?.split(',') ?? []
  while (isIn(trusted, client)) {
    const hop = toBytes(withoutPort(hops.pop() ?? ''))
    if (!hop) break
    client = hop
  }
  return keyOf(client)
}

function keyOf(bytes: Uint8Array): string {
  if (isMapped(bytes)) return bytes.subarray(12).join('.')
  return `${Buffer.from(bytes.subarray(0, CLIENT_BITS / 8)).toString('hex')}/${CLIENT_BITS}`
}

// Some proxies note the port too: `1.2.3.4:5678`, `[2001:db8::1]:5678`.
function withoutPort(hop: string) {
  const text = hop.trim()
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}
