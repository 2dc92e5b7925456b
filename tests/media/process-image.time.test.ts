import { describe, expect, test } from 'bun:test'
import { inspectImage } from '../../src/media/process-image.ts'
import { startCpuTimer } from '../support/cpu-timer.ts'
import { hugePng } from '../support/images.ts'

describe('limits, checked before decoding', () => {
  test('are checked in 500 ms of processor time', async () => {
    const huge = hugePng()
    const spent = startCpuTimer()
    await inspectImage(huge).catch(() => {})
    expect(spent()).toBeLessThan(500)
  })
})
