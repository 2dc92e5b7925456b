// The hostile samples in a real browser: raw, they run scripts and send requests; sanitized, they do neither.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext } from 'playwright-core'
import { sanitizeRichText } from '../../../src/platform/security/sanitize-rich-text.ts'
import { chromiumPath, hostileHtml, withPage } from '../../support/browser.ts'

if (!chromiumPath) console.log('skipped: rich text in Chromium, because there is no Chromium on this machine')

const samples = Object.entries(hostileHtml)
const sanitized = samples.map(([, html]) => sanitizeRichText(html, { mediaBase: 'https://cdn.example.com' }))
const raw = samples.map(([, html]) => html)

// The two ways in which frontends insert stored HTML; the second also serializes it and parses it twice more.
const quoted = (html: string) => JSON.stringify(html).replaceAll('<', '\\u003c')
const contexts: Record<string, (html: string) => string> = {
  'in a served page': (html) => `<!doctype html><body>${html}`,
  'by innerHTML, and again from its own innerHTML': (html) =>
    `<!doctype html><body><div id=root><div></div><div></div></div><script>
     const [once, again] = root.children
     once.innerHTML = again.innerHTML = ${quoted(html)}
     for (let i = 0; i < 2; i++) again.innerHTML = again.innerHTML</script>`,
}

// Runs in the page: triggers event handlers, then reports markup that the sanitizer should have removed.
const visit = `(() => {
  const events = 'click mouseover mouseenter focus blur toggle animationstart animationend begin load error input pointerover'
  const tags = /^(a|abbr|b|blockquote|body|details|div|head|html|img|p|q|summary|table|tbody|td|tr)$/
  const attributes = /^(alt|cite|href|open|src|title)$/
  const find = Document.prototype.querySelectorAll // the samples shadow a document's own
  const left = {}
  for (const frame of document.querySelectorAll('iframe')) {
    const page = frame.contentDocument
    if (!page) continue
    const root = find.call(page, '#root')[0]
    for (const element of root ? root.querySelectorAll('*') : find.call(page, '*')) {
      const strange = [...element.attributes].filter((attribute) => !attributes.test(attribute.name)).map((a) => a.name)
      if (!tags.test(element.localName) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') strange.push(element.localName)
      if (strange.length > 0) left[frame.name] = strange.join(' ')
      for (const type of events.split(' ')) element.dispatchEvent(new frame.contentWindow.Event(type))
      if (element.protocol && !/^(https?|mailto|tel):$/.test(element.protocol)) element.click()
      if (element.localName === 'form' && element.requestSubmit) element.requestSubmit()
    }
    if (page.body) for (const type of events.split(' ')) page.body.dispatchEvent(new frame.contentWindow.Event(type))
  }
  return left
})()`

type Findings = { ran: string[]; left: Record<string, string>; requests: string[]; said: string[] }

/** Loads every document of `set` in a frame named after its sample, and reports what happened. */
async function show(browser: BrowserContext, address: string): Promise<Findings> {
  const page = await browser.newPage()
  const ran = new Set<string>()
  const requests: string[] = []
  const said: string[] = []
  await page.exposeBinding('pwned', ({ frame }) => {
    let sample = frame
    while (sample.parentFrame()?.parentFrame()) sample = sample.parentFrame() ?? sample
    ran.add(sample.name())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL('/', address).href)) requests.push(request.url())
  })
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  await page.goto(address)
  const left = await page.evaluate<Record<string, string>>(visit)
  await page.waitForTimeout(250)
  return { ran: [...ran], left, requests, said }
}

/** `/?set&context` is a page of frames, `/<number>?set&context` the document in one of them. */
function serveSamples(): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      const wrap = contexts[searchParams.get('context') ?? '']
      if (!wrap) return new Response(null, { status: 404 })
      const frames = samples.map(([name], i) => `<iframe name="${name}" src="/${i}${search}"></iframe>`)
      const shown = searchParams.get('set') === 'raw' ? raw : sanitized
      const body = pathname === '/' ? frames.join('') : wrap(shown[Number(pathname.slice(1))] ?? '')
      return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    },
  })
}

describe.skipIf(!chromiumPath)('rich text in Chromium', () => {
  let server: Bun.Server<undefined>
  beforeAll(() => {
    server = serveSamples()
  })
  afterAll(() => server.stop(true))

  for (const context of Object.keys(contexts)) {
    test(`${context}: no script runs and no request is sent, unlike with the raw samples`, async () => {
      await withPage(async (page) => {
        const address = (set: string) => `${server.url.origin}/?${new URLSearchParams({ set, context })}`
        const clean = await show(page.context(), address('sanitized'))
        expect(clean).toEqual({ ran: [], left: {}, requests: [], said: [] })

        const { ran, left, requests } = await show(page.context(), address('raw'))
        expect(ran.length).toBeGreaterThan(samples.length / 2)
        expect(Object.keys(left).length).toBeGreaterThan(samples.length / 2)
        expect(new Set(requests).size).toBeGreaterThan(10)
      })
    })
  }
})
