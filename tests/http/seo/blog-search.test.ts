// /blog?q=: the search of articles as a page.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'
import { attribute, elements, parseHtml, textOf } from '../../support/html.ts'
import { stopClock } from '../../support/stop-clock.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

const publish = (body: Record<string, unknown>) => create('articles', { status: 'published', ...body })
await publish({ title: 'بازرسی کشتی', title_en: 'Ship inspection', slug: 'ships' })
await publish({ title: 'راهنما', slug: 'راهنما', content: '<p>متن درباره کشتی &lt;b&gt; بزرگ</p>' })
await create('articles', { title: 'کشتی پنهان', slug: 'draft' })
await create('projects', { title: 'پروژه کشتی', slug: 'project' })

async function create(resource: string, body: Record<string, unknown>) {
  expect((await app.admin('POST', `/api/admin/${resource}`, { body })).status).toBe(201)
}

const search = (q: string, query = '', options = {}) =>
  app.anyone('GET', `/blog?q=${encodeURIComponent(q)}${query}`, options)
async function hits(q: string, query = '') {
  const { status, body } = await search(q, query)
  expect(status).toBe(200)
  const [results] = parseHtml(body).all('ul', { class: 'results' })
  return results ? elements(results).flatMap((it) => (it.tagName === 'h2' ? textOf(it) : [])) : []
}

test('lists the articles that the search of the API finds, the best match first', async () => {
  expect(await hits('كشتي')).toEqual(['بازرسی کشتی', 'راهنما'])
  const { body } = await app.anyone('GET', `/api/search?types=articles&q=${encodeURIComponent('كشتي')}`)
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['بازرسی کشتی', 'راهنما'])
})

test('marks the words in title and snippet, and escapes everything', async () => {
  const { body } = await search('کشتی')
  expect(body).toContain('<a href="/blog/ships">بازرسی <mark>کشتی</mark></a>')
  expect(body).toContain(`<a href="/blog/${encodeURIComponent('راهنما')}">`)
  expect(body).toContain('<mark>کشتی</mark> &lt;b&gt;')
  const attack = '"><script>alert(1)</script>'
  expect((await search(attack)).body).not.toContain('<script>alert')
})

test('the English page finds English texts only', async () => {
  expect(await hits('ships', '&lang=en')).toEqual(['Ship inspection'])
  expect(await hits('کشتی', '&lang=en')).toEqual([])
  const { body } = await search('ships', '&lang=en')
  expect(body).toContain('href="/blog/ships?lang=en"')
})

test('the other page finds both languages and links to the page in that language', async () => {
  const { body } = await search('inspection')
  expect(body).toMatch(/<li lang="en" dir="ltr">\s*<h2><a href="\/blog\/ships\?lang=en">/)
})

test('is not indexed and not kept as a page, but revalidates', async () => {
  const { headers, body } = await search('کشتی')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
  expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).not.toContain('rel="canonical"')
  const options = { headers: { 'If-None-Match': headers.get('ETag')! } }
  expect((await search('کشتی', '', options)).status).toBe(304)
  await publish({ title: 'کشتی تازه', slug: 'new' })
  expect(await hits('کشتی تازه')).toEqual(['کشتی تازه'])
})

test('the list has a form that works without JavaScript', async () => {
  for (const [path, language] of [
    ['/blog', null],
    ['/blog?lang=en', 'en'],
  ]) {
    const { body, headers } = await app.anyone('GET', path!)
    const page = parseHtml(body)
    const form = page.one('form', { role: 'search', action: '/blog' })
    expect(attribute(form, 'method')).toBe('get')
    const fields = elements(form).filter(({ tagName }) => tagName === 'input')
    expect(fields.map((it) => [attribute(it, 'name'), attribute(it, 'value')])).toEqual([
      ...(language ? [['lang', language]] : []),
      ['q', ''],
    ])
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'")
  }
  const found = parseHtml((await search('کشتی')).body)
  expect(attribute(found.one('input', { name: 'q', required: '' }), 'value')).toBe('کشتی')
  expect((await app.anyone('GET', '/projects')).body).not.toContain('action="/blog"')
})

test('an empty query is the list; one without words, or too long, finds nothing and is no error', async () => {
  const list = (await app.anyone('GET', '/blog')).body
  for (const q of ['', ' ', '\u0000', '%ZZ']) {
    const { status } = await app.anyone('GET', `/blog?q=${q === '%ZZ' ? q : encodeURIComponent(q)}`)
    expect(status).toBe(200)
  }
  expect((await search('')).body).toBe(list)
  for (const q of ['🙂', '?!', 'a'.repeat(5_000), `${'a'.repeat(199)}😀`]) expect(await hits(q)).toEqual([])
})

test('is paged by twelve; past the last page is 404', async () => {
  for (let n = 1; n <= 13; n++) await publish({ title: `شماره کانتینر ${n}`, slug: `container-${n}` })
  expect(await hits('کانتینر')).toHaveLength(12)
  expect(await hits('کانتینر', '&page=2')).toHaveLength(1)
  const { body } = await search('کانتینر')
  expect(body).toContain(`href="/blog?page=2&amp;q=${encodeURIComponent('کانتینر')}"`)
  for (const page of ['3', '0', 'x', '999999'])
    expect((await search('کانتینر', `&page=${page}`)).status).toBe(404)
})

test('a search that finds nothing says what to try, and leads to all articles', async () => {
  const { status, body } = await search('zzzz', '&lang=en')
  expect(status).toBe(200)
  expect(body).toContain('Articles found: 0')
  expect(body).toContain('No article has these words. Try fewer or other words.')
  expect(body).toContain('href="/blog?lang=en">All articles</a>')
  expect((await search('zzzz')).body).toContain('مقاله‌ای با این واژه‌ها پیدا نشد.')
})

test('shares the limit of the search API; the list itself has none', async () => {
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
  expect(refused.headers.get('Retry-After')).toBe('60')
  expect((await app.anyone('GET', '/blog', { peer })).status).toBe(200)
})
