import { describe, expect, test } from 'bun:test'
import { type AddressRange, parseRange } from '../../src/config/address-range.ts'
import { clientKey } from '../../src/security/client-address.ts'

const ranges = (...texts: string[]) => texts.map((text) => parseRange(text) as AddressRange)
const PROXIES = ranges('10.0.0.0/8', '192.168.1.1', '2001:db8:ffff::/48')

describe('the client is', () => {
  const cases: [name: string, peer: string | null, forwardedFor: string | null, key: string][] = [
    ['the peer', '203.0.113.7', null, '203.0.113.7'],
    ['the peer, whatever header a stranger sends', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['the hop before a trusted proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['the rightmost untrusted hop', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['the same behind a single trusted address', '192.168.1.1', '198.51.100.1', '198.51.100.1'],
    ['the peer next to a single trusted address', '192.168.1.2', '198.51.100.1', '192.168.1.2'],
    ['the leftmost hop where all are trusted', '10.1.2.3', '10.5.5.5, 10.6.6.6', '10.5.5.5'],
    ['the proxy where it says nothing', '10.1.2.3', null, '10.1.2.3'],
    ['the proxy where it says nonsense', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    ['the last sound hop before nonsense', '10.1.2.3', 'x; drop, 10.7.7.7', '10.7.7.7'],
    ['unknown where the connection is gone', null, '198.51.100.1', 'unknown'],
    ['one in any spelling of a mapped address', '::ffff:203.0.113.7', null, '203.0.113.7'],
    ['one in the hexadecimal spelling too', '::ffff:cb00:7107', null, '203.0.113.7'],
    ['behind a proxy that connects by a mapped address', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['a hop without its port', '10.1.2.3', '198.51.100.1:51234', '198.51.100.1'],
    ['an IPv6 hop without its port', '10.1.2.3', '[2001:db8::9]:443', '20010db800000000/64'],
    ['an IPv6 network', '2001:db8:1:2:3:4:5:6', null, '20010db800010002/64'],
    ['the same one from another of its addresses', '2001:DB8:1:2::9', null, '20010db800010002/64'],
    ['another one next door', '2001:db8:1:3::9', null, '20010db800010003/64'],
    ['the hop before an IPv6 proxy', '2001:db8:ffff::1', '2001:db8:1:2::1', '20010db800010002/64'],
    ['a link-local peer without its interface', 'fe80::1%eth0', null, 'fe80000000000000/64'],
    ['the loopback', '::1', null, '0000000000000000/64'],
  ]
  test.each(cases)('%s', (_, peer, forwardedFor, key) => {
    expect(clientKey({ peer, forwardedFor, trusted: PROXIES })).toBe(key)
  })

  test('found in a header of any length at once', () => {
    const forwardedFor = '1.1.1.1,'.repeat(100_000)
    const started = performance.now()
    expect(clientKey({ peer: '10.0.0.1', forwardedFor: `${forwardedFor}10.0.0.2`, trusted: PROXIES })).toBe(
      '1.1.1.1',
    )
    expect(performance.now() - started).toBeLessThan(200)
  })
})

describe('a range', () => {
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
  ])('%p is none', (text) => expect(parseRange(text)).toBeNull())

  test('ends where its bits end, also within a byte', () => {
    const trusted = ranges('172.16.0.0/12')
    const inside = clientKey({ peer: '172.31.255.255', forwardedFor: '1.2.3.4', trusted })
    const outside = clientKey({ peer: '172.32.0.0', forwardedFor: '1.2.3.4', trusted })
    expect([inside, outside]).toEqual(['1.2.3.4', '172.32.0.0'])
  })

  test('of IPv4 holds no IPv6, and the other way round', () => {
    const key = (trusted: string, peer: string) =>
      clientKey({ peer, forwardedFor: '1.2.3.4', trusted: ranges(trusted) })
    expect(key('0.0.0.0/0', '2001:db8::1')).toBe('20010db800000000/64')
    expect(key('0.0.0.0/0', '198.51.100.1')).toBe('1.2.3.4')
    expect(key('2000::/3', '198.51.100.1')).toBe('198.51.100.1')
  })
})
