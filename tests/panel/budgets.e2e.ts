// What the browser loads before a screen can be used, gzipped: scripts and the style sheet.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { hasChromium, type Language, type Panel, startPanel } from './support/panel.ts'

const KB = 1_024

describe.skipIf(!hasChromium)('what a screen loads', () => {
  let panel: Panel
  beforeAll(async () => {
    panel = await startPanel()
  }, 60_000)
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
    ['en', '/articles/new', 270],
    ['fa', '/articles/new', 270],
  ])(
    'in %s, %s needs at most %p KB of script and 15 KB of style before it can be used',
    async (language, path, limit) => {
      const { script, style } = await loaded(path, language)
      console.log(`${language} ${path}: ${script.toFixed(1)} KB of script, ${style.toFixed(1)} KB of style`)
      expect(script).toBeLessThanOrEqual(limit)
      expect(style).toBeLessThanOrEqual(15)
    },
    60_000,
  )
})
