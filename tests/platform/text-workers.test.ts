// Large and markup-heavy texts are sanitized and rated in threads, in limited number and time.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sanitizeRichText } from '../../src/platform/security/sanitize-rich-text.ts'
import { createTextWorkers, TextTimeoutError, type TextWorkers } from '../../src/platform/text-workers.ts'
import { analyzeSeo } from '../../src/text/seo-analysis/analyze-seo.ts'
import type { SeoInput } from '../../src/text/seo-analysis/seo-input.ts'

const options = { mediaBase: 'https://cdn.example.com', maxLength: 500_000 }
const large = (text: string) => `<p onclick="x()">${text}</p>`.repeat(8_000)

const article = (content: string): SeoInput => ({
  language: 'fa',
  keyphrase: 'واژه',
  seoTitle: 'A title',
  seoDescription: '',
  pageTitle: 'A title',
  slug: 'a-title',
  content,
  image: null,
  siteUrl: 'https://www.example.com',
  titleWidth: null,
  othersWithKeyphrase: null,
})

describe('the text workers', () => {
  const workers = createTextWorkers()
  afterAll(() => workers.close())

  test.each([
    ['small', '<p onclick="x()">Hi<script>x()</script></p>'],
    ['large', large('سلام')],
    ['small with much markup', '<b>x'.repeat(3_000)],
    ['empty', ''],
  ])('gives the same result for a %s text as sanitizeRichText', async (_, html) => {
    expect(await workers.sanitize(html, options)).toBe(sanitizeRichText(html, options))
  })

  test('sanitizes several large texts, each with its own result', async () => {
    const texts = ['one', 'two', 'three', 'four'].map(large)
    const results = await Promise.all(texts.map((html) => workers.sanitize(html, options)))
    expect(results).toEqual(texts.map((html) => sanitizeRichText(html, options)))
  })

  test('uses threads for what is large or has much markup, not for other texts', async () => {
    const { Worker } = globalThis
    let started = 0
    globalThis.Worker = class extends Worker {
      constructor(...parameters: ConstructorParameters<typeof Worker>) {
        super(...parameters)
        started++
      }
    }
    const threads = createTextWorkers({ maxWorkers: 1 })
    try {
      await threads.sanitize('<p>A paragraph &amp; more.</p>'.repeat(100), options)
      await threads.sanitize('x'.repeat(65_536), options)
      expect(started).toBe(0)
      await threads.sanitize('x'.repeat(65_537), options)
      expect(started).toBe(1)
      for (const character of '<>&=') await threads.sanitize(character.repeat(2_001), options)
      expect(started).toBe(1)
    } finally {
      threads.close()
    }
    const raters = createTextWorkers({ maxWorkers: 1 })
    try {
      await raters.rate(article('word '.repeat(3_000)))
      expect(started).toBe(1)
      await raters.rate(article('word '.repeat(3_300)))
      expect(started).toBe(2)
    } finally {
      raters.close()
      globalThis.Worker = Worker
    }
  })

  test.each(['one. '.repeat(10), 'واژه. '.repeat(30_000)])(
    'rates a text like analyzeSeo',
    async (content) => {
      expect(await workers.rate(article(content))).toEqual(analyzeSeo(article(content)))
    },
  )

  test('stops at the maximum length', async () => {
    const html = '<'.repeat(490_000)
    const result = await workers.sanitize(html, options)
    expect(result.length).toBeGreaterThan(options.maxLength)
  })
})

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error) => error)

describe('a text', () => {
  test('that takes too long to rate fails', () =>
    withWorkers({ maxWorkers: 1, timeoutMs: 1 }, async (workers) => {
      expect(await failureOf(workers.rate(article('واژه. '.repeat(80_000))))).toBeInstanceOf(TextTimeoutError)
    }))

  const withWorkers = async (
    limits: Parameters<typeof createTextWorkers>[0],
    run: (workers: TextWorkers) => Promise<void>,
  ) => {
    const workers = createTextWorkers(limits)
    await run(workers).finally(() => workers.close())
  }

  test('over the time limit fails, and the next one is sanitized by a new thread', () =>
    withWorkers({ maxWorkers: 1, timeoutMs: 1_500 }, async (workers) => {
      const slow = { ...options, maxLength: Number.POSITIVE_INFINITY }
      const html = '<img src=/a>'.repeat(2_000_000)
      expect(await failureOf(workers.sanitize(html, slow))).toBeInstanceOf(TextTimeoutError)
      expect(await workers.sanitize('x'.repeat(70_000), options)).toHaveLength(70_000)
    }))

  test('beyond the queue is 503 with Retry-After', () =>
    withWorkers({ maxWorkers: 1 }, async (workers) => {
      const texts = Array.from({ length: 20 }, () => workers.sanitize('x'.repeat(70_000), options))
      const failures = (await Promise.all(texts.map(failureOf))).filter((error) => error !== null)
      expect(failures).toHaveLength(3)
      for (const error of failures) {
        expect(error).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
      }
    }))

  test('is 503 when the workers are closed during or before it', () =>
    withWorkers({ maxWorkers: 1 }, async (workers) => {
      const running = failureOf(workers.sanitize(large('x'), options))
      await Bun.sleep(1)
      workers.close()
      expect(await running).toMatchObject({ code: 'unavailable' })
      const later = await failureOf(workers.sanitize(large('x'), options))
      expect(later).toMatchObject({ code: 'unavailable' })
    }))

  test('is sanitized after the threads were stopped for being idle', () =>
    withWorkers({ maxWorkers: 1, idleMs: 1 }, async (workers) => {
      for (let round = 0; round < 3; round++) {
        expect(await workers.sanitize('x'.repeat(70_000), options)).toHaveLength(70_000)
        await Bun.sleep(20)
      }
    }))
})

test('a process that used a thread ends by itself', async () => {
  const path = join(import.meta.dir, '../../src/platform/text-workers.ts')
  const code = `
    const { createTextWorkers } = await import(${JSON.stringify(path)})
    const { length } = await createTextWorkers().sanitize('x'.repeat(70_000), { mediaBase: 'http://x' })
    console.log(length)`
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, '-e', code], { timeout: 20_000 })
  expect([stdout.toString().trim(), exitCode]).toEqual(['70000', 0])
})
