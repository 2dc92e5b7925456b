// The scripts and the style sheet that the browser loads before a screen can be used, gzipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { hasChromium, type Language, type Panel, startPanel, untilQuiet } from '../support/panel.ts'

const KB = 1_024

describe.skipIf(!hasChromium)('what a screen loads', () => {
  let panel: Panel
  beforeAll(async () => {
    panel = await startPanel()
  })
  afterAll(() => panel?.[Symbol.asyncDispose]())

  /** The gzipped bytes of every script and style sheet that the page asks for until it can be used, its editor too. */
  async function loaded(path: string, language: Language) {
    // Far away, whatever does not wait for the screen is asked for before it can be used.
    const { page, context } = await panel.open(path, { language, latency: 150 })
    // A form is ready when its editor is.
    if (path === '/articles/new') expect(await page.locator('.rich-text').count()).toBe(2)
    const names = await page.evaluate(() => {
      const [ready] = performance.getEntriesByName('ready')
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < ready!.startTime)
        .map(({ name }) => new URL(name).pathname)
    })
    await context.close()
    const bytes = async (suffix: string) => {
      const files = [...new Set(names)].filter((name) => name.endsWith(suffix))
      expect(files).not.toEqual([])
      const bodies = await Promise.all(files.map(async (name) => (await fetch(panel.url + name)).bytes()))
      return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / KB
    }
    return { script: await bytes('.js'), style: await bytes('.css') }
  }

  /** Milliseconds from each of so many keys to the next frame. */
  async function keysToFrames(page: Page, count: number) {
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(globalThis, { times })
      const { port1, port2 } = new MessageChannel()
      addEventListener(
        'keydown',
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            // The message arrives after the frame is painted.
            port1.onmessage = () => times.push(performance.now() - timeStamp)
            port2.postMessage(null)
          }),
        true,
      )
    })
    for (let key = 0; key < count; key++) {
      await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
      await page.waitForTimeout(100)
    }
    const times = () => page.evaluate(() => (globalThis as unknown as { times: number[] }).times)
    while ((await times()).length < count) await page.waitForTimeout(20)
    return (await times()).toSorted((one, other) => one - other)
  }

  test('a key in a text of 5,000 words is shown within 50 ms (p95)', async () => {
    const paragraph = `<p>${'بازرسی پیش از حمل کالا و بسته‌بندی آن '.repeat(10).trim()}</p>`
    const { body } = await panel.app.admin('POST', '/api/admin/articles', {
      body: { title: 'متن بلند', content: paragraph.repeat(62) },
    })
    const { page, context } = await panel.open(`/articles/${body.id}`, { language: 'fa', width: 1440 })
    await page.locator('.rich-text p').nth(30).click()
    // The scripts that the first key loads are there afterwards.
    await page.keyboard.press('b')
    await untilQuiet(page)
    let p95 = Number.POSITIVE_INFINITY
    // Other work on the machine may hold up a run.
    for (let run = 0; run < 3 && p95 > 50; run++) {
      const times = await keysToFrames(page, 60)
      p95 = times[Math.floor(times.length * 0.95)]!
      console.log(`a key to its frame: p50 ${times[30]!.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
    }
    expect(p95).toBeLessThanOrEqual(50)
    await context.close()
  })

  // The frame is loaded ahead of its use, so the sign-in screen is measured by its own script.
  test('sign-in needs at most 100 KB of script before it can be used', async () => {
    const html = await (await fetch(`${panel.url}/admin/sign-in`)).text()
    const names = [...html.matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+\.js)"/g)].map(([, name]) => name!)
    const bodies = await Promise.all(names.map(async (name) => (await fetch(panel.url + name)).bytes()))
    const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).byteLength, 0) / KB
    expect(names.length).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(100)
  })

  test.each<[Language, string, number]>([
    ['en', '/services', 165],
    ['fa', '/services', 165],
    ['en', '/articles/new', 275],
    ['fa', '/articles/new', 275],
  ])(
    'in %s, %s needs at most %p KB of script and 15 KB of style before it can be used',
    async (language, path, limit) => {
      const { script, style } = await loaded(path, language)
      console.log(`${language} ${path}: ${script.toFixed(1)} KB of script, ${style.toFixed(1)} KB of style`)
      expect(script).toBeLessThanOrEqual(limit)
      expect(style).toBeLessThanOrEqual(15)
    },
  )
})
