// /search: the search of the whole website as a page, and its form in the header of every page.
import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type TestApp } from '../../support/app.ts'
import { attribute, elements, parseHtml, textOf } from '../../support/html.ts'
import { stopClock } from '../../support/stop-clock.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

/** A site with one published record of each type that can be searched; its title has both languages. */
async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(env)
  const create = async (resource: string, body: Record<string, unknown>) =>
    expect((await app.admin('POST', `/api/admin/${resource}`, { body })).status).toBe(201)
  const named = (slug: string, [title, title_en]: string[]) => ({ slug, title, title_en })
  await create('articles', {
    ...named('ships', ['بازرسی کشتی', 'Ship inspection']),
    status: 'published',
  })
  await create('articles', { title: 'کشتی پنهان', title_en: 'Ship unseen', slug: 'draft' })
  await create('projects', named('harbour', ['بندر کشتی', 'Ship harbour']))
  await create('services', named('repair', ['تعمیر کشتی', 'Ship repair']))
  await create('pages', named('راهنما', ['راهنمای کشتی', 'Ship guide']))
  await create('faqs', {
    ...{ question: 'کدام کشتی؟', question_en: 'Which ship?' },
    ...{ answer: 'هر <b>کشتی</b> &lt;i&gt;', answer_en: 'Any ship' },
  })
  return app
}

const app = started.use(await start())

type Options = { on?: TestApp; peer?: string; headers?: Record<string, string> }

const search = (q: string, query = '', { on = app, ...options }: Options = {}) =>
  on.anyone('GET', `/search?q=${encodeURIComponent(q)}${query}`, options)

/** The kind, link and title of each hit, in the order of their links. */
async function hits(q: string, query = '', on = app) {
  const { status, body } = await search(q, query, { on })
  expect(status).toBe(200)
  const items = parseHtml(body)
    .all('ul', { class: 'results' })
    .flatMap(elements)
    .filter(({ tagName }) => tagName === 'li')
  return items
    .map((item) => {
      const [kind, link] = ['p', 'a'].map((name) => elements(item).find(({ tagName }) => tagName === name)!)
      return [textOf(kind!), attribute(link!, 'href'), textOf(link!)]
    })
    .toSorted(([, a], [, b]) => (a! < b! ? -1 : 1))
}

test('finds what visitors see of all types, each with its kind and address', async () => {
  expect(await hits('كشتي')).toEqual([
    ['پرسش‌ها و پاسخ‌ها', '/#faq', 'کدام کشتی؟'],
    ['مقاله‌ها', '/blog/ships', 'بازرسی کشتی'],
    ['صفحه‌ها', `/pages/${encodeURIComponent('راهنما')}`, 'راهنمای کشتی'],
    ['پروژه‌ها', '/projects/harbour', 'بندر کشتی'],
    ['خدمات', '/services/repair', 'تعمیر کشتی'],
  ])
  expect(await hits('ship', '&lang=en')).toEqual([
    ['Questions and answers', '/?lang=en#faq', 'Which ship?'],
    ['Blog', '/blog/ships?lang=en', 'Ship inspection'],
    ['Pages', `/pages/${encodeURIComponent('راهنما')}?lang=en`, 'Ship guide'],
    ['Projects', '/projects/harbour?lang=en', 'Ship harbour'],
    ['Services', '/services/repair?lang=en', 'Ship repair'],
  ])
  expect(await hits('کشتی', '&lang=en')).toEqual([])
})

test('every hit leads to a page, and that of a question to where it stands', async () => {
  for (const [, link] of await hits('ship', '&lang=en')) {
    const { status, body } = await app.anyone('GET', link!.split('#')[0]!)
    expect({ link, status }).toEqual({ link: link!, status: 200 })
    if (link!.endsWith('#faq')) expect(body).toContain('id="faq"')
  }
})

test('marks the words, says the number of hits and escapes everything', async () => {
  const { body } = await search('کشتی')
  expect(body).toContain('نتیجه‌های جستجو: ۵')
  expect(body).toContain('<a href="/blog/ships">بازرسی <mark>کشتی</mark></a>')
  expect(body).toContain('<mark>کشتی</mark> &lt;i&gt;')
  expect((await search('"><script>alert(1)</script>')).body).not.toContain('<script>alert')
})

test('a hit in another language is marked as such, its kind stays in that of the page', async () => {
  const { body } = await search('harbour')
  expect(body).toMatch(
    /<li lang="en" dir="ltr"><p class="kicker" lang="fa">پروژه‌ها<\/p>\s*<h2><a href="\/projects\/harbour\?lang=en">/,
  )
})

test('without words there is the empty form, and no search', async () => {
  const { status, body, headers } = await app.anyone('GET', '/search?lang=en')
  expect([status, headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
  expect(body).not.toContain('Search results')
  const forms = parseHtml(body).all('form', { role: 'search' })
  expect(forms.map((form) => attribute(form, 'action'))).toEqual(['/search', '/search'])
  for (const q of ['', ' ', '\u0000']) expect((await search(q, '&lang=en')).body).toBe(body)
  expect((await app.anyone('GET', '/search?q=%ZZ')).status).toBe(200)
  for (const q of ['🙂', '?!', 'a'.repeat(5_000), `${'a'.repeat(199)}😀`]) expect(await hits(q)).toEqual([])
})

test('a search that finds nothing says so', async () => {
  expect((await search('zzzz')).body).toContain('چیزی با این واژه‌ها در این وب‌سایت پیدا نشد.')
  const { body } = await search('zzzz', '&lang=en')
  expect(body).toContain('Search results: 0')
  expect(body).toContain('Nothing on this website has these words.')
})

test('is not indexed, in no sitemap and not kept as a page, but revalidates', async () => {
  const { headers, body } = await search('کشتی')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toContain('rel="canonical"')
  const options = { headers: { 'If-None-Match': headers.get('ETag')! } }
  expect((await search('کشتی', '', options)).status).toBe(304)
  expect((await app.anyone('GET', '/sitemap.xml')).body).not.toContain('/search')
})

test('the header of every page has the form, in the language of the page', async () => {
  for (const path of ['/', '/blog', '/blog/ships', '/contact', '/search?q=ship', '/none'])
    for (const language of ['fa', 'en']) {
      const address = language === 'fa' ? path : `${path}${path.includes('?') ? '&' : '?'}lang=en`
      const response = await app.app.request(address, { headers: { Accept: 'text/html' } })
      const header = parseHtml(await response.text()).one('header', { class: 'site-header' })
      const form = elements(header).find((it) => attribute(it, 'role') === 'search')!
      expect([attribute(form, 'action'), attribute(form, 'method'), attribute(form, 'aria-label')]).toEqual([
        ...['/search', 'get'],
        language === 'fa' ? 'جستجو در این وب‌سایت' : 'Search this website',
      ])
      const fields = elements(form).filter(({ tagName }) => tagName === 'input')
      expect(fields.map((it) => [attribute(it, 'name'), attribute(it, 'value') ?? ''])).toEqual([
        ...(language === 'en' ? [['lang', 'en']] : []),
        ['q', ''],
      ])
    }
})

test('another keyboard layout and a trailing slash lead to it, and menus may link to it', async () => {
  const typed = await app.anyone('GET', `/${encodeURIComponent('سثشقزا')}`)
  expect([typed.status, typed.headers.get('Location')]).toEqual([301, '/search'])
  const slashed = await app.anyone('GET', '/search/')
  expect([slashed.status, slashed.headers.get('Location')]).toEqual([301, '/search'])
  const body = { location: 'header', label: 'یافتن', url: '/search' }
  expect((await app.admin('POST', '/api/admin/menu', { body })).status).toBe(201)
  expect((await app.anyone('GET', '/')).body).toContain('<a href="/search">یافتن</a>')
})

test('pages left out by SITE_PAGES are not found', async () => {
  await using small = await start({ SITE_PAGES: 'about,services,contact' })
  expect((await hits('کشتی', '', small)).map(([, link]) => link)).toEqual(['/services/repair'])
})

test('a site without any page to search has no search', async () => {
  await using none = await startApp({ SITE_PAGES: 'contact' })
  const contact = await none.anyone('GET', '/contact')
  expect([contact.status, contact.body.includes('site-search"')]).toEqual([200, false])
  expect((await none.anyone('GET', '/search')).status).toBe(404)
})

test('a frontend gets the metadata and the results in its document', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'frontage-search-'))
  started.defer(() => rm(directory, { recursive: true }))
  const index = join(directory, 'index.html')
  await writeFile(
    index,
    '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>',
  )
  await using spa = await start({ SPA_INDEX: index })
  const { body } = await search('ship', '&lang=en', { on: spa })
  expect(body).toContain('<script src="/app.js">')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(parseHtml(body).all('ul', { class: 'results' })).toHaveLength(1)
})

test('shares the limit of the search API; the empty form has none', async () => {
  using _ = stopClock()
  const peer = '203.0.113.9'
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n++) {
    statuses.add((await search('کشتی', '', { peer })).status)
    statuses.add((await app.anyone('GET', '/api/search?q=ship', { peer })).status)
  }
  expect([...statuses]).toEqual([200])
  const refused = await search('کشتی', '', { peer })
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect((await app.anyone('GET', '/search', { peer })).status).toBe(200)
})

test('is paged by twelve; past the last page is 404', async () => {
  for (let n = 1; n <= 13; n++) {
    const body = { title: `شماره کانتینر ${n}`, slug: `container-${n}` }
    await app.admin('POST', `/api/admin/${n % 2 ? 'services' : 'projects'}`, { body })
  }
  expect(await hits('کانتینر')).toHaveLength(12)
  expect(await hits('کانتینر', '&page=2')).toHaveLength(1)
  expect((await search('کانتینر')).body).toContain(
    `href="/search?page=2&amp;q=${encodeURIComponent('کانتینر')}"`,
  )
  for (const page of ['3', '0', 'x', '999999'])
    expect((await search('کانتینر', `&page=${page}`)).status).toBe(404)
  expect((await app.anyone('GET', '/search?page=2')).status).toBe(404)
})
