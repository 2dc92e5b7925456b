// The heads of pages, for frontends that go from page to page by themselves: what the website's own documents say.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { unescapeHtml } from '../../../src/text/html.ts'
import { startApp } from '../../support/app.ts'

const URL_OF_SITE = 'https://www.example.com'
const site = await startApp({ SITE_URL: URL_OF_SITE, SITE_PAGES: 'home,about,services,projects,blog,pages' })
afterAll(() => site[Symbol.asyncDispose]())

beforeAll(async () => {
  const create = async (resource: string, body: Record<string, unknown>) =>
    expect((await site.admin('POST', `/api/admin/${resource}`, { body })).status).toBe(201)
  await create('articles', {
    title: 'پمپ «آب» & <b>',
    title_en: 'Pump',
    slug: 'پمپ',
    content: '<p>متن</p>',
    content_en: '<p>text</p>',
    tags: ['الف', 'ب'],
    status: 'published',
  })
  for (let n = 1; n <= 12; n++) await create('articles', { title: `مقاله ${n}`, status: 'published' })
  await create('articles', { title: 'پیش‌نویس', slug: 'draft' })
  await create('services', { title: 'خدمت', slug: 'khedmat' })
})

const head = (path: string, lang?: string) =>
  site.anyone('GET', `/api/site/head?${new URLSearchParams({ path, ...(lang && { lang }) })}`)

const OF_THE_TEMPLATE = ['viewport', 'color-scheme', 'theme-color']

/** The head of the document, read from its HTML. */
async function headOfDocument(path: string) {
  const response = await site.app.fetch(new Request(URL_OF_SITE + encodeURI(path)))
  const found = {
    title: '',
    canonical: null as string | null,
    alternates: [] as { lang: string; href: string }[],
    meta: [] as Record<string, string>[],
    json_ld: '',
  }
  const attribute = (element: HTMLRewriterTypes.Element, name: string) =>
    unescapeHtml(element.getAttribute(name) ?? '')
  const add = (name: 'title' | 'json_ld', text: string) => {
    found[name] += text
  }
  await new HTMLRewriter()
    .on('head title', { text: (chunk) => add('title', chunk.text) })
    .on('head link[rel=canonical]', {
      element(link) {
        found.canonical = attribute(link, 'href')
      },
    })
    .on('head link[hreflang]', {
      element: (link) =>
        void found.alternates.push({ lang: attribute(link, 'hreflang'), href: attribute(link, 'href') }),
    })
    .on('head meta[content]', {
      element(meta) {
        const kind = ['name', 'property'].find((name) => meta.getAttribute(name))
        if (kind && !OF_THE_TEMPLATE.includes(attribute(meta, kind)))
          found.meta.push({ [kind]: attribute(meta, kind), content: attribute(meta, 'content') })
      },
    })
    .on('head script[type="application/ld+json"]', { text: (chunk) => add('json_ld', chunk.text) })
    .transform(response)
    .text()
  return { ...found, title: unescapeHtml(found.title), json_ld: JSON.parse(found.json_ld) }
}

test.each([
  ['/', 'fa'],
  ['/about', 'en'],
  ['/services', 'fa'],
  ['/services/khedmat', 'fa'],
  ['/projects', 'fa'],
  ['/blog', 'en'],
  ['/blog?page=2', 'fa'],
  ['/blog?tag=الف', 'fa'],
  ['/blog/پمپ', 'fa'],
  ['/blog/پمپ', 'en'],
])('%s in %s has the head of the document', async (path, lang) => {
  const { status, body, headers } = await head(path, lang)
  expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json'])
  const { description, ...others } = body
  const document = await headOfDocument(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
  expect(others).toEqual(document)
  expect(description).toBe(body.meta.find(({ name }: any) => name === 'description')?.content ?? null)
})

test('the address may have the host, a language and what campaigns add', async () => {
  const { body } = await head('/blog/پمپ', 'en')
  expect(body.canonical).toBe(`${URL_OF_SITE}/blog/%D9%BE%D9%85%D9%BE?lang=en`)
  for (const path of [
    '/blog/پمپ?lang=en',
    `${URL_OF_SITE}/blog/%D9%BE%D9%85%D9%BE?lang=en#top`,
    '/blog/پمپ?utm_source=x&lang=en',
  ])
    expect([path, (await head(path)).body]).toEqual([path, body])
})

test('a page that is not there is 404, and a parameter that is wrong 422', async () => {
  for (const path of [
    '/blog/draft',
    '/blog/none',
    '/blog?page=9',
    '/blog?page=x',
    '/blog?tag=none',
    '/none',
    '/contact',
    '/api/site',
    '/search?q=x',
  ])
    expect([path, (await head(path)).status]).toEqual([path, 404])
  for (const [query, parameter] of [
    ['', 'path'],
    ['path=blog', 'path'],
    ['path=https://other.example/', 'path'],
    ['path=/&lang=de', 'lang'],
    ['path=/&path=/blog', 'path'],
    ['path=/&language=en', 'language'],
  ]) {
    const { status, body } = await site.anyone('GET', `/api/site/head?${query}`)
    expect([query, status, body.errors?.[0].path]).toEqual([query!, 422, parameter!])
  }
})

test('it is as fresh as the page, and an unchanged one is 304', async () => {
  const { headers } = await head('/services/khedmat')
  const headersOf = { 'If-None-Match': headers.get('ETag')! }
  const again = () => site.anyone('GET', '/api/site/head?path=/services/khedmat', { headers: headersOf })
  expect((await again()).status).toBe(304)
  const [service] = (await site.admin('GET', '/api/admin/services')).body.items
  await site.admin('PATCH', `/api/admin/services/${service.id}`, { body: { title: 'تازه' } })
  expect((await again()).body.title).toStartWith('تازه')
})
