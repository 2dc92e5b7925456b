// The example frontend in a real browser, on its own origin, against the running service.
import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { createApp } from '../../src/app.ts'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { addDemoImages } from '../../src/media/demo-images.ts'
import { ADMIN, startApp } from '../support/app.ts'
import { chromiumPath, withPage } from '../support/browser.ts'

const root = join(import.meta.dir, '../..')
const example = join(root, 'examples/spa')

/** Resolves the client to its source: the package is not built in a fresh clone. */
const clientFromSource: BunPlugin = {
  name: 'client from source',
  setup: (build) => {
    build.onResolve({ filter: /^frontage\/client$/ }, () => ({ path: join(root, 'src/client/index.ts') }))
  },
}

async function buildExample() {
  const built = await Bun.build({
    entrypoints: [join(example, 'main.ts')],
    target: 'browser',
    format: 'esm',
    plugins: [clientFromSource],
  })
  if (!built.success) throw new AggregateError(built.logs)
  return {
    script: await built.outputs[0]!.text(),
    html: await Bun.file(join(example, 'index.html')).text(),
  }
}

/** Serves the built example on a port of its own, with the address of the API in its page. */
async function serveExample(api: () => string) {
  const { script, html } = await buildExample()
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new URL(url).pathname === '/main.js'
        ? new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
        : new Response(html.replace('http://localhost:3000', api()), {
            headers: { 'Content-Type': 'text/html' },
          }),
  })
}

describe.skipIf(!chromiumPath)('in Chromium', () => {
  test('the example shows the site in both languages, and an editor renames it', async () => {
    let api = ''
    const frontend = await serveExample(() => api)
    const origin = `http://127.0.0.1:${frontend.port}`
    await using site = await startApp({ CORS_ORIGINS: origin })
    const { database, clock, config } = site.deps
    await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
    await addDemoImages(site.deps.media)
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: site.app.fetch })
    api = `http://127.0.0.1:${server.port}`
    try {
      await withPage(async (page) => {
        const errors: string[] = []
        const responses: [path: string, status: number][] = []
        page.on('pageerror', (error) => errors.push(String(error)))
        page.on('response', (response) => {
          if (response.request().method() !== 'OPTIONS')
            responses.push([new URL(response.url()).pathname, response.status()])
        })
        const shows = (selector: string, text: string) =>
          page.waitForFunction(`document.querySelector('${selector}')?.textContent.includes('${text}')`)
        const submit = async (form: string, fields: Record<string, string>) => {
          for (const [name, value] of Object.entries(fields)) await page.fill(`${form} [name=${name}]`, value)
          await page.click(`${form} button`)
        }

        await page.goto(origin)
        await shows('#name', 'نمای پیشرو')
        expect(await page.locator('#articles li').count()).toBeGreaterThan(2)
        await page.locator('#gallery img').first().scrollIntoViewIfNeeded()
        await page.waitForFunction(`document.querySelector('#gallery img')?.naturalWidth > 0`)
        expect(await page.evaluate(`document.querySelector('#gallery img').currentSrc`)).toStartWith(
          `${api}/media/2024/05/pumping-station.jpg?w=320&ratio=4x3&f=auto&v=`,
        )
        await page.click('#language')
        await shows('#name', 'Frontage Demo Co.')
        await shows('#menu', 'Services')
        await page.click('#articles li:first-child')
        await page.waitForSelector('#article p')

        await submit('#sign-in', { email: ADMIN.email, password: 'not the password' })
        await shows('#status', 'Incorrect email or password.')
        await submit('#sign-in', { email: ADMIN.email, password: ADMIN.password })
        await shows('#status', `Signed in as ${ADMIN.email}.`)
        await submit('#rename', { name: 'Renamed Co.' })
        await shows('#status', 'Renamed.')
        expect(await page.textContent('#name')).toBe('Renamed Co.')
        await submit('#rename', { name: ' ' })
        await shows('#status', 'site_name_en')
        expect(errors).toEqual([])
        expect(responses).toContainEqual(['/api/site', 200])
        expect(responses).toContainEqual(['/api/admin/site-settings/1', 422])
      })
    } finally {
      await server.stop(true)
      await frontend.stop(true)
    }
  })

  test('the service serves the example at every path, with the content of the page until the script replaces it', async () => {
    const { script, html } = await buildExample()
    const directory = await mkdtemp(join(tmpdir(), 'frontage-spa-'))
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    const url = `http://127.0.0.1:${server.port}`
    await Bun.write(join(directory, 'main.js'), script)
    await Bun.write(join(directory, 'index.html'), html.replace('http://localhost:3000', url))
    await using site = await startApp({ SPA_DIR: directory, SITE_URL: url })
    const { database, clock, config } = site.deps
    await fillWithDemo({ database, clock, mediaBase: config.site.mediaBase, siteUrl: config.site.url })
    server.reload({ fetch: createApp(site.deps).fetch })
    try {
      const address = `${url}/blog/sizing-pumps-right?lang=en`
      const source = await (await fetch(address, { headers: { Accept: 'text/html' } })).text()
      expect(source).toContain('Bigger pump, bigger bill: sizing pumps right')
      await withPage(async (page) => {
        const messages: string[] = []
        page.on('pageerror', (error) => messages.push(String(error)))
        page.on('console', (message) => messages.push(message.text()))
        for (const path of [address, `${url}/a/path/of/the/frontend`]) {
          await page.goto(path)
          // The site's policy refuses `waitForFunction` with a text.
          await page.locator('#name', { hasText: /^نمای پیشرو$/ }).waitFor({ state: 'attached' })
          expect(await page.locator('h1').count()).toBe(1)
        }
        expect(messages.filter((text) => !text.includes('404'))).toEqual([])
      })
    } finally {
      await server.stop(true)
      await rm(directory, { recursive: true })
    }
  })
})
