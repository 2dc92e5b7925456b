// The pages of the built-in website as visitors and crawlers read them, in both languages.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '../../src/app.ts'
import { fillWithDemo } from '../../src/content/demo/load-demo.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { attribute, type Document, elements, parseHtml, textOf } from '../support/html.ts'

const SITE = 'https://www.example.com'

let site: TestApp
beforeAll(async () => {
  site = await startApp({ SITE_URL: SITE })
  const { database, clock } = site.deps
  await fillWithDemo({ database, clock, mediaBase: SITE, siteUrl: SITE })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const PAGE = { Accept: 'text/html' }

async function open(path: string): Promise<Document> {
  const { status, body } = await site.anyone('GET', path, { headers: PAGE })
  expect([path, status]).toEqual([path, 200])
  return parseHtml(body)
}

const canonicalOf = (page: Document) => attribute(page.one('link', { rel: 'canonical' }), 'href')
const memberOf = async (name: string) => (await site.anyone('GET', `/api/site/${name}`)).body

test('a sign stands with its number, and a unit in small letters', async () => {
  const page = await open('/?lang=en')
  expect(page.all('small').map((small) => [attribute(small, 'class'), textOf(small)])).toEqual(
    expect.arrayContaining([
      ['sign', '%'],
      [null, 'years'],
    ]),
  )
})

describe.each([
  ['/', 'home', 'LocalBusiness'],
  ['/about', 'about', 'AboutPage'],
  ['/services', 'services', 'CollectionPage'],
  ['/projects', 'projects', 'CollectionPage'],
  ['/investment', 'investment', 'FAQPage'],
  ['/blog', 'blog', 'CollectionPage'],
  ['/gallery', 'gallery', 'ImageGallery'],
  ['/contact', 'contact', 'ContactPage'],
])('%s', (path, key, type) => {
  test('has the SEO record and the hero of its page in both languages', async () => {
    const [seoMeta, heroes] = [await memberOf('seo-meta'), await memberOf('heroes')]
    for (const [query, suffix, language] of [
      ['', '', 'fa'],
      ['?lang=en', '_en', 'en'],
    ]) {
      const page = await open(path + query)
      expect(attribute(page.one('html'), 'lang')).toBe(language!)
      expect(textOf(page.one('h1'))).toBe(heroes[key][`title${suffix}`])
      expect(page.meta('og:title')).toStartWith(seoMeta[key][`title${suffix}`].slice(0, 20))
      expect(page.meta('description')).toStartWith(seoMeta[key][`description${suffix}`].slice(0, 60))
      expect(canonicalOf(page)).toBe(`${SITE}${path}${query}`)
      const alternates = page.all('link', { rel: 'alternate' }).map((link) => attribute(link, 'hreflang'))
      expect(alternates).toEqual(['fa', 'en', 'x-default', null])
      expect(Object.keys(page.data())).toEqual(expect.arrayContaining([type, 'Organization']))
      expect(page.all('script').map((script) => attribute(script, 'type'))).toEqual(['application/ld+json'])
    }
  })

  test('switches to the other language', async () => {
    const english = (await open(path)).one('a', { class: 'language' })
    expect([attribute(english, 'href'), attribute(english, 'hreflang')]).toEqual([`${path}?lang=en`, 'en'])
    const persian = (await open(`${path}?lang=en`)).one('a', { class: 'language' })
    expect(attribute(persian, 'href')).toBe(path)
  })
})

test('the home page shows every part of the company', async () => {
  const page = await open('/?lang=en')
  const sections = page.all('section').map((section) => attribute(section, 'id'))
  expect(sections.filter((id) => id !== null)).toEqual([
    ...['services', 'figures', 'why-us', 'projects', 'work-steps', 'testimonials', 'blog', 'team', 'faq'],
  ])
  const { FAQPage, LocalBusiness } = page.data()
  expect(FAQPage.mainEntity).toHaveLength(5)
  expect(LocalBusiness).toMatchObject({
    name: 'Frontage Demo Co., Dubai office',
    geo: { latitude: 25.2048, longitude: 55.2708 },
    parentOrganization: { '@id': `${SITE}/#organization` },
  })
})

test('a service has a page with structured data, and links to the others', async () => {
  const page = await open('/services/inspection?lang=en')
  expect(textOf(page.one('h1'))).toBe('Inspection and quality control')
  expect(page.data().Service).toMatchObject({
    name: 'Inspection and quality control',
    url: `${SITE}/services/inspection?lang=en`,
    provider: { '@id': `${SITE}/#organization` },
  })
  expect(page.data().BreadcrumbList.itemListElement.map((it: any) => it.name)).toEqual([
    ...['Home', 'Services', 'Inspection and quality control'],
  ])
  const links = page.all('a').map((link) => attribute(link, 'href'))
  expect(links).toContain('/services/logistics?lang=en')
  expect((await site.anyone('GET', '/services/none', { headers: PAGE })).status).toBe(404)
})

test('the list of a category or a tag has a canonical address of its own and only such articles', async () => {
  for (const [query, heading, slug] of [
    ['category=engineering', 'مهندسی و اجرا', 'sizing-pumps-right'],
    [`tag=${encodeURIComponent('فولاد')}`, 'فولاد', 'steel-prices-and-delivery-times'],
  ]) {
    const page = await open(`/blog?${query}`)
    expect(textOf(page.one('h1'))).toBe(heading!)
    expect(canonicalOf(page)).toBe(`${SITE}/blog?${query}`)
    const cards = page.all('article').flatMap(elements)
    const links = cards.flatMap((element) => (element.tagName === 'a' ? attribute(element, 'href') : []))
    expect(links).toContain(`/blog/${slug}`)
    expect(links).not.toContain('/blog/questions-before-industrial-investment')
  }
  for (const query of [
    'category=none',
    'tag=none',
    'category=engineering&page=2',
    'category=engineering&tag=none',
    'category=none&tag=%D9%81%D9%88%D9%84%D8%A7%D8%AF',
  ])
    expect((await site.anyone('GET', `/blog?${query}`, { headers: PAGE })).status).toBe(404)
})

test('a category and a tag restrict the list together', async () => {
  const both = `/blog?category=engineering&tag=${encodeURIComponent('پمپ')}`
  const page = await open(both)
  expect(textOf(page.one('h1'))).toBe('مهندسی و اجرا – پمپ')
  expect(canonicalOf(page)).toBe(SITE + both)
  const cards = page.all('article').flatMap(elements)
  const links = cards.flatMap((element) => (element.tagName === 'a' ? attribute(element, 'href') : []))
  expect([...new Set(links)]).toEqual(['/blog/sizing-pumps-right'])
  const other = `/blog?category=engineering&tag=${encodeURIComponent('فولاد')}`
  expect((await site.anyone('GET', other, { headers: PAGE })).status).toBe(404)
})

test('the list of a tag is described by the titles of its articles', async () => {
  const tag = encodeURIComponent('فولاد')
  const title = 'قیمت فولاد و زمان تحویل در سالی که گذشت'
  expect((await open(`/blog?tag=${tag}`)).meta('description')).toBe(`مقاله‌های فولاد: ${title}`)
  const english = (await open(`/blog?tag=${tag}&lang=en`)).meta('description')
  expect(english).toBe('Articles about فولاد: Steel prices and delivery times over the past year')
})

test('an article links to its neighbours, its category and related articles', async () => {
  const page = await open('/blog/sizing-pumps-right')
  const hrefs = page.all('a').map((link) => attribute(link, 'href'))
  expect(hrefs).toContain('/blog?category=engineering')
  expect(attribute(page.one('a', { rel: 'prev' }), 'href')).toStartWith('/blog/')
  expect(attribute(page.one('a', { rel: 'next' }), 'href')).toStartWith('/blog/')
  expect(page.all('section', { class: 'more' })).toHaveLength(1)
})

test('articles say how long they take to read, on their pages and in lists, in the digits of the language', async () => {
  const [article] = (await memberOf('articles')) as { slug: string }[]
  const words = (count: number) => `<p>${Array.from({ length: count }, () => 'واژه').join(' ')}</p>`
  const created = await site.admin('POST', '/api/admin/articles', {
    body: {
      title: 'زمان مطالعه',
      title_en: 'Reading time',
      content: words(2_400),
      content_en: words(610),
      status: 'published',
    },
  })
  expect(created.status).toBe(201)
  const path = `/blog/${created.body.slug}`
  const bylinesOf = (page: Document) => page.all('p', { class: 'byline' }).map(textOf).join(' ')
  expect(bylinesOf(await open(path))).toContain('۱۲ دقیقه مطالعه')
  expect(bylinesOf(await open(`${path}?lang=en`))).toContain('3 min read')
  expect(bylinesOf(await open('/blog?lang=en&page=1'))).toMatch(/\d min read/)
  expect(bylinesOf(await open(`/blog/${article!.slug}`))).toMatch(/[۰-۹]+ دقیقه مطالعه/)
})

test('links in texts keep the language of the page', async () => {
  const page = await open('/blog/sizing-pumps-right?lang=en')
  expect(page.all('a').map((link) => attribute(link, 'href'))).toContain(
    '/projects/east-treatment-plant-pumps?lang=en',
  )
})

test('menu entries without a page are left out, those of other sites stay', async () => {
  const create = (url: string) =>
    site.admin('POST', '/api/admin/menu', { body: { label: `to ${url}`, url, location: 'footer' } })
  const links = ['/gone', '/services/gone', '/services/inspection#x', 'https://other.example/', '/admin']
  const ids: number[] = []
  for (const url of links) ids.push((await create(url)).body.id)
  const footer = elements((await open('/')).one('footer')).map((element) => attribute(element, 'href'))
  expect(links.filter((url) => footer.includes(url))).toEqual(links.slice(2))
  for (const id of ids) await site.admin('DELETE', `/api/admin/menu/${id}`)
})

test('announcements are shown while they last, with their link', async () => {
  const body = { message: 'خبر <b>', link_label: 'بیشتر', link_url: '/contact', level: 'warning' }
  const { body: record } = await site.admin('POST', '/api/admin/announcements', { body })
  const page = await open('/')
  const [shown] = page.all('div', { class: 'announcement warning' })
  expect(textOf(shown!)).toBe('خبر <b>بیشتر')
  await site.admin('PATCH', `/api/admin/announcements/${record.id}`, {
    body: { ends_at: '2020-01-01T00:00:00Z' },
  })
  expect((await open('/')).all('div', { class: 'announcement warning' })).toEqual([])
})

test('the fonts are immutable, and the pages preload the one of their script', async () => {
  for (const [path, subset] of [
    ['/', 'arabic'],
    ['/?lang=en', 'latin'],
  ]) {
    const font = attribute((await open(path!)).one('link', { rel: 'preload' }), 'href')!
    expect(font).toStartWith(`/fonts/vazirmatn-${subset}-`)
    const { status, headers } = await site.anyone('GET', font)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'font/woff2'])
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  }
  expect((await site.anyone('GET', '/fonts/vazirmatn-arabic-0.woff2')).status).toBe(404)
})

test('a page is not named after a menu link to a part of it', async () => {
  const { items } = (await site.admin('GET', '/api/admin/menu')).body
  const blog = items.find(({ url }: { url: string }) => url === '/blog')
  const path = `/api/admin/menu/${blog.id}`
  for (const url of ['/blog?category=industry-news', '/blog?tag=x', '/blog?q=x']) {
    await site.admin('PATCH', path, { body: { url, label: 'بخشی از آن' } })
    const page = await open('/blog/assessing-industrial-suppliers')
    expect([url, textOf(page.one('nav', { class: 'crumbs' }))]).toEqual([
      url,
      expect.not.stringContaining('بخشی از آن'),
    ])
  }
  await site.admin('PATCH', path, { body: { url: blog.url, label: blog.label } })
})

test('a page below other pages has them in its breadcrumb, in both languages', async () => {
  const create = async (body: object) => (await site.admin('POST', '/api/admin/pages', { body })).body
  const top = await create({ title: 'شرکت', title_en: 'Company', slug: 'company-top' })
  const middle = await create({ title: 'اسناد', slug: 'company-papers', parent_id: top.id })
  await create({ title: 'گواهی', title_en: 'Certificate', slug: 'company-iso', parent_id: middle.id })
  for (const [query, names] of [
    ['', ['خانه', 'شرکت', 'اسناد', 'گواهی']],
    ['?lang=en', ['Home', 'Company', 'اسناد', 'Certificate']],
  ] as const) {
    const page = await open(`/pages/company-iso${query}`)
    const crumbs = page.one('nav', { class: 'crumbs' })
    const items = elements(crumbs).flatMap((node) => (node.nodeName === 'li' ? textOf(node) : []))
    expect(items).toEqual([...names])
    const paths = ['/', '/pages/company-top', '/pages/company-papers'].map((path) => path + query)
    expect(
      elements(crumbs).flatMap((node) => (node.nodeName === 'a' ? attribute(node, 'href') : [])),
    ).toEqual(paths)
    expect(
      page.data().BreadcrumbList.itemListElement.map((it: any) => [it.position, it.name, it.item]),
    ).toEqual(
      [...paths, `/pages/company-iso${query}`].map((path, index) => [index + 1, items[index], SITE + path]),
    )
  }
})

describe('error pages', () => {
  const get = (path: string, headers: Record<string, string>) =>
    site.app.request(path, { headers: { ...PAGE, ...headers } })

  test('are in the language of the visitor, which cached pages are not', async () => {
    for (const [path, accepted, language] of [
      ['/nothing', 'en-GB,en;q=0.9,fa;q=0.5', 'en'],
      ['/nothing', 'fa-IR, en;q=0.1', 'fa'],
      ['/nothing', 'ja', 'fa'],
      ['/nothing?lang=en', 'fa', 'en'],
      ['/blog/nothing', 'en', 'en'],
    ]) {
      const response = await get(path!, { 'Accept-Language': accepted! })
      const page = parseHtml(await response.text())
      expect([path, response.status, attribute(page.one('html'), 'lang')]).toEqual([path!, 404, language!])
      expect(response.headers.get('Vary')).toContain('Accept-Language')
      expect(page.one('a', { class: 'language' })).toBeDefined()
    }
    const home = parseHtml(await (await get('/', { 'Accept-Language': 'en' })).text())
    expect(attribute(home.one('html'), 'lang')).toBe('fa')
  })

  test('a failure is a page for browsers and a problem document for other clients', async () => {
    const app = createApp(site.deps)
    // The router answers only declared paths; `/about/…` is one.
    app.get('/about/broken', () => {
      throw new Error('secret cause')
    })
    const response = await app.request('/about/broken', { headers: { ...PAGE, 'Accept-Language': 'en' } })
    const text = await response.text()
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'no-store'])
    expect(textOf(parseHtml(text).one('h1'))).toBe('Something went wrong')
    expect(text).not.toContain('secret cause')
    const problem = await app.request('/about/broken')
    expect(problem.headers.get('Content-Type')).toBe('application/problem+json')
  })
})

test('the pages of an empty site say that nothing has been published yet', async () => {
  await using empty = await startApp()
  const notice = 'هنوز چیزی اینجا منتشر نشده است.'
  const paths = ['/', '/about', '/services', '/projects', '/investment', '/blog', '/gallery']
  const textOn = async (path: string) =>
    textOf(parseHtml((await empty.anyone('GET', path, { headers: PAGE })).body).one('main'))
  for (const path of paths)
    expect([path, await textOn(path)]).toEqual([path, expect.stringContaining(notice)])
  await empty.admin('POST', '/api/admin/services', { body: { title: 'خرید' } })
  expect(await textOn('/')).not.toContain(notice)
  expect(await textOn('/about')).toContain(notice)
})

test('the contact page of an empty site has the form and no heading without content', async () => {
  await using empty = await startApp()
  const { body } = await empty.anyone('GET', '/contact', { headers: PAGE })
  const main = parseHtml(body).one('main')
  const headings = elements(main).filter(({ tagName }) => tagName === 'h2')
  expect(headings.map(textOf)).toEqual(['برای ما بنویسید'])
})
