// Serves the page with one editor as the panel is served, and opens it in Chromium.
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { bundleScripts } from '../../../src/panel/build/bundle-scripts.ts'
import { bundleStyles } from '../../../src/panel/build/bundle-styles.ts'
import { chromiumPath } from '../../support/browser.ts'

const root = join(import.meta.dir, '../../..')
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'"
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#8ac"/></svg>'

async function serve() {
  const scripts = await bundleScripts(join(import.meta.dir, 'editor-harness.tsx'))
  const styles = await bundleStyles(
    join(root, 'src/panel/panel.css'),
    join(root, 'node_modules/@fontsource-variable/vazirmatn/files'),
  )
  const files = new Map([...scripts.files, ...styles.files])
  const page =
    `<!doctype html><html lang="en"><head><title>Editor</title><link rel="icon" href="data:,">` +
    `<link id="react-aria-pressable-style" rel="stylesheet" href="/admin/assets/${styles.sheet}">` +
    `<script type="module" src="/admin/assets/${scripts.entry}"></script></head><body><div id="panel"></div></body></html>`
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const name = pathname.replace('/admin/assets/', '')
      const bytes = files.get(name)
      if (bytes) return new Response(bytes.slice(), { headers: { 'Content-Type': typeOf(name) } })
      if (pathname.startsWith('/media/'))
        return new Response(PICTURE, { headers: { 'Content-Type': 'image/svg+xml' } })
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY }
      return new Response(page, { headers })
    },
  })
}

const typeOf = (name: string) =>
  name.endsWith('.css') ? 'text/css' : name.endsWith('.js') ? 'text/javascript' : 'font/woff2'

export type EditorPages = Awaited<ReturnType<typeof openEditorPages>>

/** Every page fails its test by a message on the console, an uncaught error or an event of the policy. */
export async function openEditorPages() {
  const server = await serve()
  const browser: Browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const axe = await Bun.file(join(root, 'node_modules/axe-core/axe.min.js')).text()
  const faults: string[] = []
  let sharedPage: Promise<Page> | null = null

  async function open(
    { value = '', ...query }: Record<string, string>,
    { scheme = 'light', width = 1280 }: { scheme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    page.on('console', (message) => faults.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
    await page.addInitScript((html) => {
      sessionStorage.setItem('value', html)
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      )
    }, value)
    const search = new URLSearchParams({ ui: 'en', text: 'en', ...query })
    await page.goto(`${server.url.origin}/admin?${search}`)
    await page.locator('.rich-text').waitFor()
    return page
  }

  return {
    open,
    faults,
    /** One page for tests that only read. */
    shared: () => {
      sharedPage ??= open({})
      return sharedPage
    },
    fixture: (name: string) => Bun.file(join(import.meta.dir, 'clipboards', name)).text(),
    async violations(page: Page): Promise<string[]> {
      await page.evaluate(axe)
      const { violations } = await page.evaluate<AxeResults>('axe.run()')
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    async close() {
      await browser.close()
      await server.stop(true)
    },
  }
}
