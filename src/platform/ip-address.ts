// The one parser of IP addresses and CIDR ranges. IPv4 addresses mapped into IPv6 (`::ffff:1.2.3.4`) are parsed as IPv4,
// so both spellings match the same ranges.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = { address: IpAddress; prefixLength: number }

/** The address in any spelling that `node:net` accepts, without its zone (`%eth0`); null for anything else. */
export function parseAddress(text: string): IpAddress | null {
  const address = text.split('%', 1)[0]!
  // ipaddr.js alone also accepts `127.1` and `0177.0.0.1`.
  const version = isIP(address)
  if (version === 0) return null
  return ipaddr.process(version === 6 && address.includes('.') ? withoutDots(address) : address)
}

/** The range of `10.0.0.0/8`, `2001:db8::/32` or a single address; null for anything else. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', length, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || rest.length > 0) return null
  const bits = isIP(address) === 4 ? 32 : 128
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  // A mapped range counts its prefix from the start of the IPv6 address.
  const prefixLength = parsed.kind() === 'ipv4' ? prefix - (bits - 32) : prefix
  return prefix <= bits && prefixLength >= 0 ? { address: parsed, prefixLength } : null
}

/** Whether the address lies in one of the ranges. IPv4 addresses are never in IPv6 ranges, nor the reverse. */
export const isInRanges = (ranges: readonly AddressRange[], candidate: IpAddress) =>
  ranges.some(
    ({ address, prefixLength }) =>
      address.kind() === candidate.kind() && candidate.match(address, prefixLength),
  )

// ipaddr.js takes the deprecated `::1.2.3.4` for `::ffff:1.2.3.4`; the URL parser writes both in hexadecimal.
const withoutDots = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)
