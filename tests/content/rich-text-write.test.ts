// Writes of large and markup-heavy texts leave the event loop free for other requests.
import { afterAll, describe, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'

const service = await startApp()
const { admin } = service
afterAll(() => service[Symbol.asyncDispose]())

const large = (text: string) => `<p onclick="x()">${text}</p>`.repeat(8_000)

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
  test.each([
    ['490,000 <', '<'.repeat(490_000)],
    ['160,000 <a>', '<a>'.repeat(160_000)],
    ['40,000 images', '<img src=/a>'.repeat(40_000)],
  ])('with %s is 422 and blocks the event loop for less than 500 ms', async (_, content) => {
    const body = { title: 'x', content }
    const { result, blockedMs } = await measureBlocking(() => admin('POST', '/api/admin/articles', { body }))
    expect([result.status, result.body.errors?.[0]]).toMatchObject([
      422,
      { path: 'content', code: 'too_big' },
    ])
    expect(blockedMs).toBeLessThan(500)
  })

  test('with a large text stores it sanitized', async () => {
    const body = { title: 'x', content: large('سلام') }
    const { status, body: article } = await admin('POST', '/api/admin/articles', { body })
    expect([status, article.content]).toEqual([201, '<p>سلام</p>'.repeat(8_000)])
    const src = '/media/a.webp'
    const edited = { content: `${article.content}<img src="${src}">` }
    await admin('PATCH', `/api/admin/articles/${article.id}`, { body: edited })
    const images = await admin('PATCH', `/api/admin/articles/${article.id}/images`, {
      body: { src, alt: 'A' },
    })
    expect(images.body.content).toBe(`${article.content}<img src="${src}" alt="A" />`)
  })
})
