// IP addresses and ranges. Every address is 16 bytes, IPv4 in its mapped form, so that `1.2.3.4` and `::ffff:1.2.3.4`
// are equal.
import { isIP, isIPv4 } from 'node:net'

export type AddressRange = { bytes: Uint8Array; bits: number }

const MAPPED_BITS = 96
const MAPPED = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff)

/** Parses a CIDR range (`10.0.0.0/8`, `2001:db8::/32`) or a single address; null for anything else. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', length, ...rest] = text.split('/')
  const bytes = toBytes(address)
  if (!bytes || rest.length > 0) return null
  if (length === undefined) return { bytes, bits: 128 }
  const shift = isIPv4(address) ? MAPPED_BITS : 0
  const bits = /^\d{1,3}$/.test(length) ? Number(length) + shift : Number.NaN
  return bits <= 128 ? { bytes, bits } : null
}

/** The 16 bytes of an address in any spelling; null for anything else. */
export function toBytes(text: string): Uint8Array | null {
  // The interface of a link-local address (`fe80::1%eth0`) is not part of it.
  const address = text.replace(/%.*$/, '')
  if (isIPv4(address)) return Uint8Array.from([...MAPPED, ...address.split('.').map(Number)])
  if (isIP(address) !== 6) return null
  // The URL parser normalises any spelling (WHATWG URL, "IPv6 serializer").
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = groups(head)
  const right = groups(tail ?? '')
  const all = [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

/** Whether an address of `toBytes` is IPv4. */
export const isMapped = (bytes: Uint8Array) => startsAlike(MAPPED, bytes, MAPPED_BITS)

export const isIn = (ranges: readonly AddressRange[], address: Uint8Array) =>
  ranges.some(({ bytes, bits }) => startsAlike(bytes, address, bits))

function startsAlike(a: Uint8Array, b: Uint8Array, bits: number) {
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (a[index] !== b[index]) return false
  const shift = 8 - (bits & 7)
  return shift === 8 || a[whole]! >> shift === b[whole]! >> shift
}

const groups = (text: string) =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
