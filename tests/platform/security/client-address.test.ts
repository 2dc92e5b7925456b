import { describe, expect, test } from 'bun:test'
import { type AddressRange, parseRange } from '../../../src/platform/ip-address.ts'
import { clientKey } from '../../../src/platform/security/client-address.ts'

const ranges = (...texts: string[]) => texts.map((text) => parseRange(text) as AddressRange)
const PROXIES = ranges('10.0.0.0/8', '192.168.1.1', '2001:db8:ffff::/48')

describe('the client key is', () => {
  const cases: [name: string, peer: string | null, forwardedFor: string | null, key: string][] = [
    ['the peer', '203.0.113.7', null, '203.0.113.7'],
    ['the peer, although it sends X-Forwarded-For itself', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['the hop before a trusted proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the rightmost untrusted hop', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['the hop before a proxy trusted by its single address', '192.168.1.1', '198.51.100.1', '198.51.100.1'],
    ['the peer, when only its neighbour is trusted', '192.168.1.2', '198.51.100.1', '192.168.1.2'],
    [
      'the rightmost untrusted hop of 100,000',
      '10.1.2.3',
      `${'1.1.1.1,'.repeat(100_000)}10.9.9.9`,
      '1.1.1.1',
    ],
    ['the leftmost hop when all hops are trusted', '10.1.2.3', '10.5.5.5, 10.6.6.6', '10.5.5.5'],
    ['the proxy when it sends no header', '10.1.2.3', null, '10.1.2.3'],
    ['the proxy when the last hop is not an address', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    ['the last valid hop when an earlier one is not an address', '10.1.2.3', 'x; drop, 10.7.7.7', '10.7.7.7'],
    ['unknown when the connection is closed', null, '198.51.100.1', 'unknown'],
    ['the IPv4 address of a mapped peer', '::ffff:203.0.113.7', null, '203.0.113.7'],
    ['the IPv4 address of a mapped peer in hexadecimal', '::ffff:cb00:7107', null, '203.0.113.7'],
    ['the hop before a proxy with a mapped address', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a hop without its port', '10.1.2.3', '198.51.100.1:51234', '198.51.100.1'],
    ['an IPv6 hop without its port', '10.1.2.3', '[2001:db8::9]:443', '20010db800000000/64'],
    ['the /64 of an IPv6 peer', '2001:db8:1:2:3:4:5:6', null, '20010db800010002/64'],
    ['the same /64 for another address in it', '2001:DB8:1:2::9', null, '20010db800010002/64'],
    ['another /64 for the neighbouring network', '2001:db8:1:3::9', null, '20010db800010003/64'],
    ['the hop before an IPv6 proxy', '2001:db8:ffff::1', '2001:db8:1:2::1', '20010db800010002/64'],
    ['a link-local peer without its zone', 'fe80::1%eth0', null, 'fe80000000000000/64'],
    ['the loopback', '::1', null, '0000000000000000/64'],
  ]
  test.each(cases)('%s', (_, peer, forwardedFor, key) => {
    expect(clientKey({ peer, forwardedFor, trusted: PROXIES })).toBe(key)
  })
})

describe('a range', () => {
  test('in mapped form contains IPv4 addresses', () => {
    const trusted = ranges('::ffff:10.0.0.0/104')
    expect(clientKey({ peer: '10.9.9.9', forwardedFor: '1.2.3.4', trusted })).toBe('1.2.3.4')
    expect(clientKey({ peer: '11.0.0.1', forwardedFor: '1.2.3.4', trusted })).toBe('11.0.0.1')
    expect(parseRange('::ffff:10.0.0.0/64')).toBeNull()
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    'a/8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '',
    '1.2.3.4/x',
  ])('%p is refused', (text) => expect(parseRange(text)).toBeNull())

  test('ends at its prefix length, even within a byte', () => {
    const trusted = ranges('172.16.0.0/12')
    const inside = clientKey({ peer: '172.31.255.255', forwardedFor: '1.2.3.4', trusted })
    const outside = clientKey({ peer: '172.32.0.0', forwardedFor: '1.2.3.4', trusted })
    expect([inside, outside]).toEqual(['1.2.3.4', '172.32.0.0'])
  })

  test('of IPv4 contains no IPv6 address, nor the reverse', () => {
    const key = (trusted: string, peer: string) =>
      clientKey({ peer, forwardedFor: '1.2.3.4', trusted: ranges(trusted) })
    expect(key('0.0.0.0/0', '2001:db8::1')).toBe('20010db800000000/64')
    expect(key('0.0.0.0/0', '198.51.100.1')).toBe('1.2.3.4')
    expect(key('2000::/3', '198.51.100.1')).toBe('198.51.100.1')
  })
})
