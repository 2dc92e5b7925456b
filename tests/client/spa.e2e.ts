// The example frontend in a real browser, on its own origin, against the running service.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
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

/** Serves the built example on a port of its own, with the address of the API in its page. */
async function serveExample(api: () => string) {
  const built = await Bun.build({
    entrypoints: [join(example, 'main.ts')],
    target: 'browser',
    format: 'esm',
    plugins: [clientFromSource],
  })
  if (!built.success) throw new AggregateError(built.logs)
  const script = await built.outputs[0]!.text()
  const html = await Bun.file(join(example, 'index.html')).text()
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
          page.waitForFunction(`document.querySelector('${selector}').textContent.includes('${text}')`)
        const submit = async (form: string, fields: Record<string, string>) => {
          for (const [name, value] of Object.entries(fields)) await page.fill(`${form} [name=${name}]`, value)
          await page.click(`${form} button`)
        }

        await page.goto(origin)
        await shows('#name', 'نمای پیشرو')
        expect(await page.locator('#articles li').count()).toBeGreaterThan(2)
        await page.locator('#gallery img').first().scrollIntoViewIfNeeded()
        await page.waitForFunction(`document.querySelector('#gallery img').naturalWidth > 0`)
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
  }, 60_000)
})
