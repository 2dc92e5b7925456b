import { describe, expect, test } from 'bun:test'
import { createSingleFlight } from '../../src/platform/single-flight.ts'

describe('a single flight', () => {
  test('calls during a run share it, and the next call runs again', async () => {
    let runs = 0
    const flight = createSingleFlight(async () => {
      await Promise.resolve()
      return ++runs
    })
    expect(flight.current).toBeNull()
    const first = flight.run()
    expect(flight.current).toBe(first)
    expect(await Promise.all([first, flight.run()])).toEqual([1, 1])
    expect(flight.current).toBeNull()
    expect(await flight.run()).toBe(2)
  })

  test('a failed run fails for all that share it, and the next call runs again', async () => {
    let runs = 0
    const flight = createSingleFlight(async () => {
      if (++runs === 1) throw new Error('no')
      return runs
    })
    const results = await Promise.allSettled([flight.run(), flight.run()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await flight.run()).toBe(2)
  })
})
