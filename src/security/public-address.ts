// Which addresses belong to the public internet. Everything that a service of ours could be found at, or that carries
// another address inside, is not public: IANA's special-purpose registries (RFC 6890) and what clouds use within.
import { isIPv4, isIPv6 } from 'node:net'

type Block = { bits: bigint; length: number }

const DENIED_V4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and Alibaba's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host
  '169.254.0.0/16', // link-local, metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, Oracle's metadata
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
].map((text) => blockOf(text, bitsOfV4, 32))

// Global unicast is 2000::/3 only, which leaves out loopback, mapped and compatible IPv4, NAT64 (64:ff9b::/96 and
// 64:ff9b:1::/48), unique local, link-local, site-local and multicast addresses; and within it:
const GLOBAL_V6 = blockOf('2000::/3', bitsOfV6, 128)
const DENIED_V6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((text) => blockOf(text, bitsOfV6, 128))

/** Whether `address`, as a resolver writes it, is one of the public internet; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) {
    const bits = bitsOfV4(address)
    return !DENIED_V4.some((block) => contains(block, bits, 32))
  }
  if (!isIPv6(address) || address.includes('%')) return false
  const bits = bitsOfV6(address)
  return contains(GLOBAL_V6, bits, 128) && !DENIED_V6.some((block) => contains(block, bits, 128))
}

function blockOf(text: string, read: (address: string) => bigint, width: number): Block {
  const [address = '', length] = text.split('/')
  return { bits: read(address) >> BigInt(width - Number(length)), length: Number(length) }
}

const contains = ({ bits, length }: Block, address: bigint, width: number) =>
  address >> BigInt(width - length) === bits

function bitsOfV4(address: string) {
  return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
}

function bitsOfV6(address: string) {
  // The last 32 bits may be written as IPv4.
  const hex = address.replace(/[\d.]+\.[\d.]+$/, (v4) => {
    const bits = bitsOfV4(v4)
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}
