// Large and markup-heavy texts are sanitized in threads, in limited number and time.
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sanitizeRichText } from '../../../src/platform/security/sanitize-rich-text.ts'
import {
  createRichTextSanitizer,
  type RichTextSanitizer,
  SanitizeTimeoutError,
} from '../../../src/platform/security/sanitizer-pool.ts'

const options = { mediaBase: 'https://cdn.example.com', maxLength: 500_000 }
const large = (text: string) => `<p onclick="x()">${text}</p>`.repeat(8_000)

describe('the sanitizer', () => {
  const sanitizer = createRichTextSanitizer()
  afterAll(() => sanitizer.close())

  test.each([
    ['small', '<p onclick="x()">Hi<script>x()</script></p>'],
    ['large', large('سلام')],
    ['small with much markup', '<b>x'.repeat(3_000)],
    ['empty', ''],
  ])('gives the same result for a %s text as sanitizeRichText', async (_, html) => {
    expect(await sanitizer.sanitize(html, options)).toBe(sanitizeRichText(html, options))
  })

  test('sanitizes several large texts, each with its own result', async () => {
    const texts = ['one', 'two', 'three', 'four'].map(large)
    const results = await Promise.all(texts.map((html) => sanitizer.sanitize(html, options)))
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
    const threads = createRichTextSanitizer({ maxWorkers: 1 })
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
      globalThis.Worker = Worker
    }
  })

  test('stops at the maximum length', async () => {
    const html = '<'.repeat(490_000)
    const result = await sanitizer.sanitize(html, options)
    expect(result.length).toBeGreaterThan(options.maxLength)
  })
})

const failureOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error) => error)

describe('a text', () => {
  const withSanitizer = async (
    limits: Parameters<typeof createRichTextSanitizer>[0],
    run: (sanitizer: RichTextSanitizer) => Promise<void>,
  ) => {
    const sanitizer = createRichTextSanitizer(limits)
    await run(sanitizer).finally(() => sanitizer.close())
  }

  test('over the time limit fails, and the next one is sanitized by a new thread', () =>
    withSanitizer({ maxWorkers: 1, timeoutMs: 1_500 }, async (sanitizer) => {
      const slow = { ...options, maxLength: Number.POSITIVE_INFINITY }
      const html = '<img src=/a>'.repeat(2_000_000)
      expect(await failureOf(sanitizer.sanitize(html, slow))).toBeInstanceOf(SanitizeTimeoutError)
      expect(await sanitizer.sanitize('x'.repeat(70_000), options)).toHaveLength(70_000)
    }))

  test('beyond the queue is 503 with Retry-After', () =>
    withSanitizer({ maxWorkers: 1 }, async (sanitizer) => {
      const texts = Array.from({ length: 20 }, () => sanitizer.sanitize('x'.repeat(70_000), options))
      const failures = (await Promise.all(texts.map(failureOf))).filter((error) => error !== null)
      expect(failures).toHaveLength(3)
      for (const error of failures) {
        expect(error).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } })
      }
    }))

  test('is 503 when the sanitizer is closed during or before it', () =>
    withSanitizer({ maxWorkers: 1 }, async (sanitizer) => {
      const running = failureOf(sanitizer.sanitize(large('x'), options))
      await Bun.sleep(1)
      sanitizer.close()
      expect(await running).toMatchObject({ code: 'unavailable' })
      const later = await failureOf(sanitizer.sanitize(large('x'), options))
      expect(later).toMatchObject({ code: 'unavailable' })
    }))

  test('is sanitized after the threads were stopped for being idle', () =>
    withSanitizer({ maxWorkers: 1, idleMs: 1 }, async (sanitizer) => {
      for (let round = 0; round < 3; round++) {
        expect(await sanitizer.sanitize('x'.repeat(70_000), options)).toHaveLength(70_000)
        await Bun.sleep(20)
      }
    }))
})

test('a process that used a thread ends by itself', async () => {
  const path = join(import.meta.dir, '../../../src/platform/security/sanitizer-pool.ts')
  const code = `
    const { createRichTextSanitizer } = await import(${JSON.stringify(path)})
    const { length } = await createRichTextSanitizer().sanitize('x'.repeat(70_000), { mediaBase: 'http://x' })
    console.log(length)`
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, '-e', code], { timeout: 20_000 })
  expect([stdout.toString().trim(), exitCode]).toEqual(['70000', 0])
})
