// Decides whether an IP address belongs to the public internet (protection against SSRF). Denied: IANA's
// special-purpose registries (RFC 6890), cloud metadata services, and IPv6 ranges that embed another address.
import { isInRanges, parseAddress, parseRange } from '../ip-address.ts'

const ranges = (...texts: string[]) => texts.map((text) => parseRange(text)!)

const DENIED_V4 = ranges(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; Alibaba Cloud's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle Cloud's metadata
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
)

// Only 2000::/3 is global unicast. That excludes loopback, mapped and compatible IPv4, NAT64 (64:ff9b::/96 and
// 64:ff9b:1::/48), unique local, link-local, site-local and multicast addresses.
const GLOBAL_V6 = ranges('2000::/3')
const DENIED_V6 = ranges(
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
)

/** Whether `address`, as a resolver returns it, is on the public internet; false for anything but an IP address. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (!parsed || address.includes('%')) return false
  const isIpv6Text = address.includes(':')
  if (parsed.kind() === 'ipv4') return !isIpv6Text && !isInRanges(DENIED_V4, parsed)
  return isInRanges(GLOBAL_V6, parsed) && !isInRanges(DENIED_V6, parsed)
}
