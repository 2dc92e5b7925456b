import { describe, expect, test } from 'bun:test'
import { type AddressRange, parseRange } from '../../../src/platform/ip-address.ts'
import { clientKey } from '../../../src/platform/security/client-address.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'

describe('the client key', () => {
  test('is found quickly in a header with 100,000 hops', () => {
    const forwardedFor = `${'1.1.1.1,'.repeat(100_000)}10.0.0.2`
    const trusted = [parseRange('10.0.0.0/8') as AddressRange]
    const spent = startCpuTimer()
    expect(clientKey({ peer: '10.0.0.1', forwardedFor, trusted })).toBe('1.1.1.1')
    expect(spent()).toBeLessThan(200)
  })
})
