// Writes of large and markup-heavy texts leave the event loop free for other requests.
import { afterAll, describe, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'
import { tooLarge } from './too-large-texts.ts'

const service = await startApp()
const { admin } = service
afterAll(() => service[Symbol.asyncDispose]())

/** Runs `work` and returns its result with the longest processor time that this thread took between turns of the event loop. */
async function measureBlocking<T>(work: () => Promise<T>): Promise<{ result: T; blockedMs: number }> {
  let blockedMs = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    blockedMs = Math.max(blockedMs, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }, 5)
  try {
    const result = await work()
    await Bun.sleep(10)
    return { result, blockedMs }
  } finally {
    clearInterval(timer)
  }
}

describe('a write of rich text', () => {
  test.each(tooLarge)('with %s is 422 and blocks the event loop for less than 500 ms', async (_, content) => {
    const body = { title: 'x', content }
    const { result, blockedMs } = await measureBlocking(() => admin('POST', '/api/admin/articles', { body }))
    expect([result.status, result.body.errors?.[0]]).toMatchObject([
      422,
      { path: 'content', code: 'too_big' },
    ])
    expect(blockedMs).toBeLessThan(500)
  })
})
