// The HTML pages, feed, sitemap and robots.txt as crawlers read them, in both languages.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../../support/app.ts'
import {
  attribute,
  childrenOf,
  childText,
  type Document,
  elements,
  parseHtml,
  parseXml,
  textOf,
} from '../../support/html.ts'

const SITE = 'https://www.example.com'
const CDN = 'https://cdn.example.com'

const site = await startApp({ SITE_URL: SITE, MEDIA_PUBLIC_BASE: CDN })
afterAll(() => site[Symbol.asyncDispose]())

async function create(resource: string, body: Record<string, unknown>) {
  const answer = await site.admin('POST', `/api/admin/${resource}`, { body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const patch = async (resource: string, id: number | string, body: Record<string, unknown>) => {
  const answer = await site.admin('PATCH', `/api/admin/${resource}/${id}`, { body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
}
const publish = (body: Record<string, unknown>) =>
  create('articles', { status: 'published', published_at: '2026-01-02T03:04:05Z', ...body })

async function open(path: string, status = 200): Promise<Document> {
  const answer = await site.anyone('GET', path)
  expect({ path, status: answer.status }).toEqual({ path, status })
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  return parseHtml(answer.body)
}

const hrefs = (page: Document) =>
  Object.fromEntries(
    page.all('link', { rel: 'alternate' }).map((it) => [attribute(it, 'hreflang'), attribute(it, 'href')]),
  )
const canonicalOf = (page: Document) => attribute(page.one('link', { rel: 'canonical' }), 'href')
const openingOf = (page: Document) => {
  const root = page.one('html')
  return [attribute(root, 'lang'), attribute(root, 'dir')]
}

describe('an article', () => {
  beforeAll(async () => {
    await patch('site-settings', 1, {
      site_name: 'نمونه',
      site_name_en: 'Sample',
      tagline: 'شعار',
      tagline_en: 'Slogan',
      logo: '/media/2026/01/logo.png',
      default_og_image: '/media/2026/01/default.png',
    })
    await patch('contact-info', 1, { phone: '+98 21 0000', email: 'info@example.com' })
    await create('social-links', { platform: 'x', url: 'https://social.example/sample' })
    const category = await create('article-categories', { title: 'راهنما', title_en: 'Guides' })
    await publish({
      title: 'عنوان مقاله',
      title_en: 'The article',
      slug: 'عنوان-مقاله',
      excerpt: 'چکیده.',
      excerpt_en: 'The excerpt.',
      content: '<p>متن <strong>اصلی</strong>.</p><img src="/media/2026/01/in.png" alt="درون">',
      content_en: '<p>The <em>body</em> &amp; more.</p>',
      image: '/media/2026/01/تصویر.jpg',
      image_alt: 'جایگزین',
      image_alt_en: 'Alternative',
      image_title: 'شرح',
      image_title_en: 'Caption',
      category_id: category.id,
      tags: ['یک', 'two'],
      seo_title: 'عنوان جست‌وجو',
      seo_title_en: 'Search title',
      seo_description: 'شرح جست‌وجو',
      seo_description_en: 'Search description',
      faqs: [{ question: 'چرا؟', answer: 'زیرا.' }],
      faqs_en: [{ question: 'Why?', answer: 'Because.' }],
    })
  })

  const path = `/blog/${encodeURIComponent('عنوان-مقاله')}`
  const cases = [
    {
      language: 'fa',
      address: `${SITE}${path}`,
      opening: ['fa', 'rtl'],
      title: 'عنوان جست‌وجو',
      description: 'شرح جست‌وجو',
      headline: 'عنوان مقاله',
      excerpt: 'چکیده.',
      name: 'نمونه',
      alt: 'جایگزین',
      caption: 'شرح',
      section: 'راهنما',
      locale: ['fa_IR', 'en_US'],
      question: ['چرا؟', 'زیرا.'],
      body: 'متن اصلی.',
      crumbs: [
        ['خانه', `${SITE}/`],
        ['مقاله‌ها', `${SITE}/blog`],
      ],
    },
    {
      language: 'en',
      address: `${SITE}${path}?lang=en`,
      opening: ['en', 'ltr'],
      title: 'Search title',
      description: 'Search description',
      headline: 'The article',
      excerpt: 'The excerpt.',
      name: 'Sample',
      alt: 'Alternative',
      caption: 'Caption',
      section: 'Guides',
      locale: ['en_US', 'fa_IR'],
      question: ['Why?', 'Because.'],
      body: 'The body & more.',
      crumbs: [
        ['Home', `${SITE}/?lang=en`],
        ['Blog', `${SITE}/blog?lang=en`],
      ],
    },
  ]
  const image = `${CDN}/media/2026/01/${encodeURIComponent('تصویر')}.jpg`

  describe.each(cases)('in $language', (expected) => {
    let page: Document
    beforeAll(async () => {
      page = await open(expected.language === 'en' ? `${path}?lang=en` : path)
    })

    test('has its language, title, description, canonical and alternate links', () => {
      expect(openingOf(page)).toEqual(expected.opening)
      expect(textOf(page.one('title'))).toBe(expected.title)
      expect(page.meta('description')).toBe(expected.description)
      expect(page.meta('robots')).toStartWith('index')
      expect(canonicalOf(page)).toBe(expected.address)
      expect(hrefs(page)).toEqual({
        fa: SITE + path,
        en: `${SITE}${path}?lang=en`,
        'x-default': SITE + path,
        null: expected.language === 'en' ? '/blog/feed.xml?lang=en' : '/blog/feed.xml',
      })
    })

    test('has Open Graph and Twitter card tags', () => {
      const graph = [
        'type',
        'site_name',
        'title',
        'description',
        'url',
        'locale',
        'locale:alternate',
        'image',
        'image:alt',
      ]
      expect(graph.map((name) => page.meta(`og:${name}`))).toEqual([
        'article',
        expected.name,
        expected.title,
        expected.description,
        expected.address,
        ...expected.locale,
        image,
        expected.alt,
      ])
      expect(page.meta('article:published_time')).toBe('2026-01-02T03:04:05.000Z')
      expect(page.meta('article:section')).toBe(expected.section)
      expect(page.all('meta', { property: 'article:tag' }).map((it) => attribute(it, 'content'))).toEqual([
        'یک',
        'two',
      ])
      expect(
        ['card', 'title', 'description', 'image', 'image:alt'].map((name) => page.meta(`twitter:${name}`)),
      ).toEqual(['summary_large_image', expected.title, expected.description, image, expected.alt])
    })

    test('has JSON-LD', () => {
      const { BlogPosting, FAQPage, BreadcrumbList, Organization } = page.data()
      expect(BlogPosting).toMatchObject({
        headline: expected.headline,
        description: expected.description,
        url: expected.address,
        mainEntityOfPage: expected.address,
        inLanguage: expected.language,
        datePublished: '2026-01-02T03:04:05.000Z',
        image: { '@type': 'ImageObject', url: image, caption: expected.caption },
        author: { '@type': 'Person', name: 'Admin' },
        publisher: { '@id': `${SITE}/#organization` },
        articleSection: expected.section,
        keywords: ['یک', 'two'],
      })
      expect(Date.parse(BlogPosting.dateModified)).toBeGreaterThan(Date.parse(BlogPosting.datePublished))
      const [question, text] = expected.question
      expect(FAQPage.mainEntity).toEqual([
        { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } },
      ])
      expect(BreadcrumbList.itemListElement.map((it: any) => [it.position, it.name, it.item])).toEqual([
        [1, ...expected.crumbs[0]!],
        [2, ...expected.crumbs[1]!],
        [3, expected.headline, expected.address],
      ])
      expect(Organization).toMatchObject({
        name: expected.name,
        url: `${SITE}/`,
        logo: { url: `${CDN}/media/2026/01/logo.png` },
        telephone: '+98 21 0000',
        email: 'info@example.com',
        sameAs: ['https://social.example/sample'],
      })
    })

    test('has its content in the root element', () => {
      const root = page.one('div', { id: 'root' })
      const [article] = elements(root).filter(({ tagName }) => tagName === 'article')
      const text = textOf(article!)
      for (const shown of [expected.headline, expected.excerpt, expected.body, ...expected.question]) {
        expect(text).toContain(shown)
      }
      const images = elements(article!).filter(({ tagName }) => tagName === 'img')
      expect(attribute(images[0]!, 'src')).toBe(`${CDN}/media/2026/01/تصویر.jpg`)
      expect(attribute(images[0]!, 'alt')).toBe(expected.alt)
    })
  })

  test('shows the name of the author, never the email address', async () => {
    const writer = await site.signIn('admin', 'نویسندهٔ نمونه')
    await publish({ title: 'با نویسنده', slug: 'by', author_id: writer.id })
    const answer = await site.anyone('GET', '/blog/by')
    expect(parseHtml(answer.body).data().BlogPosting.author).toEqual({
      '@type': 'Person',
      name: 'نویسندهٔ نمونه',
    })
    const { email } = (await site.admin('GET', '/api/admin/users')).body.items.at(-1)
    expect(answer.body).not.toContain(email)
  })

  test('shows the name of the author in its language, or else the one that there is', async () => {
    const writer = await site.signIn('admin', 'سارا احمدی')
    const named = await site.admin('PATCH', `/api/admin/users/${writer.id}`, {
      body: { name_en: ' Sara Ahmadi ' },
    })
    expect([named.status, named.body.name_en]).toEqual([200, 'Sara Ahmadi'])
    const texts = {
      title: 'دوزبانه',
      title_en: 'Bilingual',
      content: '<p>متن</p>',
      content_en: '<p>Text</p>',
    }
    await publish({ ...texts, slug: 'both', author_id: writer.id })
    const shown = async (language: string) => {
      const page = await open(`/blog/both${language}`)
      const { body: feed } = await site.anyone('GET', `/blog/feed.xml${language}`)
      return [
        textOf(page.one('span', { class: 'author' })),
        page.data().BlogPosting.author.name,
        ...['سارا احمدی', 'Sara Ahmadi'].filter((name) => feed.includes(`<name>${name}</name>`)),
      ]
    }
    expect(await shown('')).toEqual(Array(3).fill('سارا احمدی'))
    expect(await shown('?lang=en')).toEqual(Array(3).fill('Sara Ahmadi'))
    const { body } = await site.anyone('GET', '/api/articles/both')
    expect([body.author, body.author_en]).toEqual(['سارا احمدی', 'Sara Ahmadi'])
    await site.admin('PATCH', `/api/admin/users/${writer.id}`, { body: { name_en: null } })
    expect(await shown('?lang=en')).toEqual(Array(3).fill('سارا احمدی'))
    const empty = await site.admin('PATCH', `/api/admin/users/${writer.id}`, { body: { name_en: ' ' } })
    expect([empty.status, empty.body.errors[0].path]).toEqual([422, 'name_en'])
  })

  test('without search texts uses its title with the site name, and its excerpt or first sentence', async () => {
    await publish({
      title: 'ساده',
      title_en: 'Plain',
      slug: 'plain',
      excerpt: 'چکیدهٔ ساده',
      content: '<h2>سر</h2><p>یک. دو.</p>',
    })
    const page = await open('/blog/plain')
    expect(textOf(page.one('title'))).toBe('ساده | نمونه')
    expect(page.meta('description')).toBe('چکیدهٔ ساده')
    expect(page.meta('og:image')).toBe(`${CDN}/media/2026/01/default.png`)
    expect(page.data().FAQPage).toBeUndefined()
    await patch('articles', (await site.admin('GET', '/api/admin/articles')).body.items.at(-1).id, {
      excerpt: null,
    })
    expect((await open('/blog/plain')).meta('description')).toBe('یک.')
  })

  test('has title and description cut to what search engines show', async () => {
    await publish({ title: 'word '.repeat(50), slug: 'long', seo_description: 'word '.repeat(90) })
    const page = await open('/blog/long')
    expect(textOf(page.one('title')).length).toBeLessThanOrEqual(60)
    expect(textOf(page.one('title'))).toEndWith('word…')
    expect(page.meta('description')!.length).toBeLessThanOrEqual(160)
  })

  test('without a translation repeats the primary language and is in no English list', async () => {
    await publish({ title: 'فقط فارسی', slug: 'only-primary', content: '<p>متن</p>' })
    const page = await open('/blog/only-primary?lang=en')
    expect(openingOf(page)).toEqual(['en', 'ltr'])
    const [story] = page.all('article', { class: 'story' })
    expect([attribute(story!, 'lang'), attribute(story!, 'dir')]).toEqual(['fa', 'rtl'])
    expect(canonicalOf(page)).toBe(`${SITE}/blog/only-primary`)
    expect(Object.keys(hrefs(page))).toEqual(['null'])
    expect((await site.anyone('GET', '/blog?lang=en')).body).not.toContain('only-primary')
    expect((await site.anyone('GET', '/blog/feed.xml?lang=en')).body).not.toContain('only-primary')
    expect((await site.anyone('GET', '/sitemap.xml')).body).not.toContain('only-primary?lang=en')
  })

  test('without an English title is wholly in the primary language, whatever else is translated', async () => {
    const texts = {
      excerpt: 'چکیده',
      excerpt_en: 'Excerpt',
      content: '<p>متن</p>',
      content_en: '<p>Text</p>',
    }
    await publish({ title: 'بی‌عنوان انگلیسی', slug: 'half-translated', ...texts })
    const page = await open('/blog/half-translated?lang=en')
    const story = textOf(page.all('article', { class: 'story' })[0]!)
    expect(story).toContain('متن')
    expect(story).not.toContain('Text')
    expect([page.meta('description'), page.meta('og:description')]).toEqual(['چکیده', 'چکیده'])
  })

  test('with noindex has a robots tag and is not in the sitemap', async () => {
    await publish({ title: 'پنهان', slug: 'not-indexed', noindex: true })
    expect((await open('/blog/not-indexed')).meta('robots')).toBe('noindex')
    expect((await site.anyone('GET', '/sitemap.xml')).body).not.toContain('not-indexed')
  })
})

describe('a project', () => {
  test.each([
    ['', 'fa', 'پروژه', 'کارفرما', 'تهران', 'خلاصه'],
    ['?lang=en', 'en', 'Project', 'Client', 'Tehran', 'Summary'],
  ])('with the query %j has its metadata in %s', async (query, language, title, client, place, summary) => {
    if (!query) {
      await create('projects', {
        title: 'پروژه',
        title_en: 'Project',
        slug: 'project',
        summary: 'خلاصه',
        summary_en: 'Summary',
        body: '<p>متن</p>',
        client: 'کارفرما',
        client_en: 'Client',
        location: 'تهران',
        location_en: 'Tehran',
        year: 2024,
        image: '/media/2026/01/p.jpg',
      })
    }
    const page = await open(`/projects/project${query}`)
    expect(page.meta('description')).toBe(summary)
    expect(page.meta('og:type')).toBe('website')
    expect(page.data().CreativeWork).toMatchObject({
      name: title,
      inLanguage: language,
      url: `${SITE}/projects/project${query}`,
      sponsor: { name: client },
      locationCreated: { '@type': 'Place', name: place },
      dateCreated: '2024',
      image: { url: `${CDN}/media/2026/01/p.jpg` },
    })
    expect(page.data().BreadcrumbList.itemListElement).toHaveLength(3)
    expect(textOf(page.one('dl', { class: 'facts' }))).toContain(client)
  })
})

describe('lists', () => {
  beforeAll(async () => {
    await create('seo-meta', {
      page_key: 'projects',
      title: 'همهٔ پروژه‌ها',
      title_en: 'All projects',
      description: 'شرح فهرست',
      description_en: 'About the list',
      og_image: '/media/2026/01/list.png',
    })
    for (let index = 1; index <= 13; index++) {
      await create('projects', {
        title: `طرح ${index}`,
        slug: `p-${index}`,
        ...(index < 3 && { title_en: `Plan ${index}` }),
      })
    }
  })

  test('have the SEO record of their page in both languages', async () => {
    const [persian, english] = [await open('/projects'), await open('/projects?lang=en')]
    expect([persian, english].map((page) => textOf(page.one('title')))).toEqual([
      'همهٔ پروژه‌ها',
      'All projects',
    ])
    expect([persian, english].map((page) => page.meta('description'))).toEqual([
      'شرح فهرست',
      'About the list',
    ])
    expect(persian.meta('og:image')).toBe(`${CDN}/media/2026/01/list.png`)
    const { CollectionPage, BreadcrumbList, Organization } = english.data()
    expect(CollectionPage).toMatchObject({
      url: `${SITE}/projects?lang=en`,
      name: 'All projects',
      inLanguage: 'en',
    })
    expect(CollectionPage.mainEntity.itemListElement.map((it: any) => it.name)).toEqual([
      'Project',
      'Plan 1',
      'Plan 2',
    ])
    expect(BreadcrumbList.itemListElement).toHaveLength(2)
    expect(Organization.name).toBe('Sample')
  })

  test('have pages with their own canonical URL', async () => {
    const [first, second] = [await open('/projects'), await open('/projects?page=2')]
    expect([first, second].map(canonicalOf)).toEqual([`${SITE}/projects`, `${SITE}/projects?page=2`])
    expect(canonicalOf(await open('/projects?page=1'))).toBe(`${SITE}/projects`)
    expect(first.all('article')).toHaveLength(12)
    expect(second.all('article')).toHaveLength(2)
    expect(second.data().CollectionPage.mainEntity.itemListElement[0].position).toBe(13)
    expect(textOf(second.one('title'))).toContain('۲')
    expect(attribute(first.one('a', { rel: 'next' }), 'href')).toBe('/projects?page=2')
    // The English list has one page.
    expect([first, second].map((page) => hrefs(page).en)).toEqual([`${SITE}/projects?lang=en`, undefined])
  })

  test.each(['3', '0', '-1', '1e3', 'x', '', '99999999999'])('return 404 for page %j', async (page) => {
    expect((await open(`/projects?page=${page}`, 404)).meta('robots')).toBe('noindex')
  })
})

const HOSTILE = `x</script><!--<script>"'\`&amp;]]>\u2028\u2029</title></textarea></style>--> $& \${x}`

describe('hostile text', () => {
  test('is escaped everywhere', async () => {
    const inBothLanguages = (fields: string[]) =>
      Object.fromEntries(
        fields.flatMap((it) => [
          [it, HOSTILE],
          [`${it}_en`, HOSTILE],
        ]),
      )
    await patch('site-settings', 1, inBothLanguages(['site_name', 'tagline', 'footer_text', 'copyright']))
    await patch('contact-info', 1, { ...inBothLanguages(['address']), phone: `"><script>` })
    await create('menu', { ...inBothLanguages(['label']), url: '/x"><script>' })
    await create('seo-meta', { page_key: 'blog', ...inBothLanguages(['title', 'description']) })
    await create('heroes', { page_key: 'blog', ...inBothLanguages(['title', 'subtitle']) })
    const category = await create('article-categories', { ...inBothLanguages(['title']), slug: 'hostile' })
    await publish({
      ...inBothLanguages(['title', 'excerpt', 'image_title', 'seo_title', 'seo_description']),
      slug: 'hostile',
      image: '/media/2026/01/"><script>.png',
      image_alt: HOSTILE,
      image_alt_en: HOSTILE,
      content: '<p>kept</p>',
      category_id: category.id,
      tags: ['</script><!--'],
      faqs: [{ question: HOSTILE, answer: HOSTILE }],
      faqs_en: [{ question: HOSTILE, answer: HOSTILE }],
    })
    await create('projects', {
      ...inBothLanguages(['title', 'summary', 'client', 'location', 'category']),
      slug: 'hostile',
      link: 'https://other.example/"><script>',
    })

    for (const path of [
      '/blog',
      '/blog/hostile',
      '/projects',
      '/projects?page=2',
      '/projects/hostile',
      '/blog/none',
    ]) {
      for (const query of ['', '?lang=en', '&lang=en']) {
        if ((query[0] === '&') !== path.includes('?') && query) continue
        const { body } = await site.anyone('GET', path + query)
        const page = parseHtml(body)
        expect(
          page
            .all('script')
            .map((it) => attribute(it, 'type'))
            .filter((type) => type !== 'application/ld+json'),
        ).toEqual([])
        expect([page.all('title').length, page.all('style').length, page.all('textarea').length]).toEqual([
          1, 1, 0,
        ])
        expect(body).not.toContain('<!--')
      }
    }
    const page = await open('/blog/hostile')
    expect(page.data().BlogPosting.headline).toStartWith('x</script><!--<script>"\'`&amp;]]>')
    expect(page.data().FAQPage.mainEntity[0]).toMatchObject({
      name: HOSTILE,
      acceptedAnswer: { text: HOSTILE },
    })
    const opening = 'x</script><!--<script>"\'`&amp;]]>'
    expect(textOf(page.one('title'))).toStartWith(opening)
    expect(page.meta('description')).toStartWith(opening)
    expect(page.meta('og:image:alt')).toBe(HOSTILE)
    expect(textOf(page.one('h1'))).toBe(HOSTILE)
    expect(page.all('img').map((it) => attribute(it, 'alt'))).toContain(HOSTILE)
    for (const path of ['/sitemap.xml', '/blog/feed.xml', '/blog/feed.xml?lang=en']) {
      parseXml((await site.anyone('GET', path)).body)
    }
    const feed = parseXml((await site.anyone('GET', '/blog/feed.xml')).body)
    const entry = childrenOf(feed, 'entry').find(
      (it) => childText(it, 'id')?.includes('article') && childText(it, 'title') === HOSTILE,
    )
    expect(childText(entry!, 'summary')).toBe(HOSTILE)
  })

  const textAt = async (url: string, headers: Record<string, string> = {}) =>
    (await site.app.request(url, { headers })).text()

  test('a forged Host header changes nothing', async () => {
    const forged = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example',
    }
    for (const path of [
      '/blog',
      '/blog/hostile',
      '/sitemap.xml',
      '/blog/feed.xml',
      '/robots.txt',
      '/blog/none',
    ]) {
      const [plain, forgedPage] = await Promise.all([
        textAt(path),
        textAt(`http://evil.example${path}`, forged),
      ])
      expect(forgedPage).toBe(plain)
      expect(forgedPage).not.toContain('evil.example')
    }
  })

  const unknownSlugs = [
    '%',
    '%E0%A4%A',
    '%00',
    '%2F',
    'a%20b',
    '😀',
    '%F0%9F%98%80',
    'x'.repeat(2_000),
    '<script>',
  ]
  test.each(unknownSlugs.map((slug) => [slug.slice(0, 20), slug]))('the slug %s is 404', async (_, slug) => {
    const page = await open(`/blog/${slug}`, 404)
    expect(page.meta('robots')).toBe('noindex')
    expect(page.all('link', { rel: 'canonical' })).toEqual([])
  })

  test('a slug in another Unicode normal form is the same page', async () => {
    await publish({ title: 'Café', slug: 'café' })
    expect(canonicalOf(await open(`/blog/${encodeURIComponent('cafe\u0301')}`))).toBe(
      `${SITE}/blog/caf%C3%A9`,
    )
  })
})

describe('drafts and scheduled articles', () => {
  const everywhere = [
    '/blog',
    '/blog?lang=en',
    '/blog/feed.xml',
    '/blog/feed.xml?lang=en',
    '/sitemap.xml',
    '/blog/plain',
  ]

  test('a draft is 404 and in no page, list, feed or sitemap; a redirect to it is 404 too', async () => {
    await create('articles', { title: 'راز-پیش‌نویس', title_en: 'secret-draft', slug: 'secret-draft' })
    await create('redirects', { from_path: '/blog/to-draft', to_path: '/blog/secret-draft' })
    expect(textOf((await open('/blog/secret-draft', 404)).one('html'))).not.toContain('secret')
    await open('/blog/to-draft', 404)
    for (const path of everywhere) {
      const { status, body } = await site.anyone('GET', path)
      expect([path, status]).toEqual([path, 200])
      expect(body).not.toMatch(/secret-draft|راز-پیش‌نویس/)
    }
  })

  test('a scheduled article appears everywhere at its time', async () => {
    const soon = new Date(Date.now() + 3_600_000)
    await publish({
      title: 'زمان‌دار',
      title_en: 'Scheduled',
      slug: 'scheduled',
      published_at: soon.toISOString(),
    })
    const seen = async () => {
      const paths = [...everywhere.slice(0, 5), '/api/site', '/api/site/articles']
      const bodies = await Promise.all(paths.map((path) => site.anyone('GET', path)))
      const shows = bodies.map(({ body }) => JSON.stringify(body).includes('scheduled'))
      expect(new Set(shows).size).toBe(1)
      return shows[0]
    }
    await open('/blog/scheduled', 404)
    expect(await seen()).toBe(false)
    site.setClock(new Date(soon.getTime() + 1))
    try {
      const posting = (await open('/blog/scheduled')).data().BlogPosting
      expect(posting.dateModified).toBe(posting.datePublished)
      expect(await seen()).toBe(true)
    } finally {
      site.setClock(null)
    }
    // A clock that is set back hides it again.
    expect(await seen()).toBe(false)
  })
})

describe('redirects', () => {
  const location = async (path: string) => {
    const { status, headers } = await site.anyone('GET', path)
    return [status, headers.get('Location')]
  }

  test('an old slug redirects to the new one and keeps the language', async () => {
    const article = await publish({ title: 'جابه‌جا', slug: 'old-name' })
    await patch('articles', article.id, { slug: 'نام-تازه' })
    const target = `/blog/${encodeURIComponent('نام-تازه')}`
    expect(await location('/blog/old-name')).toEqual([301, target])
    expect(await location('/blog/old-name?lang=en')).toEqual([301, `${target}?lang=en`])
    await open(target)
  })

  test.each([
    ['/old', '/new?x=1#y', 302, '/old', '/new?x=1#y'],
    ['/قدیم', '/جدید 100%25', 308, '/%D9%82%D8%AF%DB%8C%D9%85', '/%D8%AC%D8%AF%DB%8C%D8%AF%20100%25'],
    ['/a b', 'https://other.example/ن', 301, '/a%20b', 'https://other.example/%D9%86'],
    ['/other', '//other.example/ن', 301, '/other', '//other.example/%D9%86'],
    ['/blog/gone', '/blog', 301, '/blog/gone', '/blog'],
    ['/sly', '/.//evil.example', 301, '/sly', '/evil.example'],
  ])('from %s to %s by %i', async (from_path, to_path, status_code, asked, sent) => {
    await create('redirects', { from_path, to_path, status_code })
    expect(await location(asked)).toEqual([status_code, sent])
  })

  test('an existing page takes precedence over a redirect from its path', async () => {
    await publish({ title: 'هست', slug: 'exists' })
    await create('redirects', { from_path: '/blog/exists', to_path: '/blog' })
    await open('/blog/exists')
  })

  test('a redirect from a parameter matches requests with it, also where there is a page', async () => {
    await create('redirects', { from_path: '/?p=12', to_path: '/blog' })
    await create('redirects', { from_path: '/index.php?cat=3', to_path: '/projects?x=1' })
    expect(await location('/?p=12')).toEqual([301, '/blog'])
    expect(await location('/?utm_source=mail&p=12&lang=en')).toEqual([301, '/blog?lang=en&utm_source=mail'])
    expect(await location('/index.php?cat=3')).toEqual([301, '/projects?x=1'])
    for (const path of ['/', '/?p=13', '/?p=123', '/blog?p=12']) await open(path)
    expect((await site.anyone('GET', '/index.php?cat=4')).status).toBe(404)
  })

  test('a redirect carries parameters over that the website does not know', async () => {
    const { id } = await publish({ title: 'پیشین', slug: 'before' })
    await site.admin('PATCH', `/api/admin/articles/${id}`, { body: { slug: 'after' } })
    await create('redirects', { from_path: '/campaign', to_path: '/about?utm_source=own#team' })
    await create('redirects', { from_path: '/?p=31', to_path: '/blog/after' })
    await create('redirects', { from_path: '/away', to_path: 'https://other.example/x' })
    expect(await location('/blog/before?utm_source=a&gclid=b%20c&fbclid=%D8%AB')).toEqual([
      301,
      '/blog/after?utm_source=a&gclid=b+c&fbclid=%D8%AB',
    ])
    expect(await location('/campaign/?utm_source=a&gclid=1&x=1&x=2')).toEqual([
      301,
      '/about?utm_source=own&gclid=1&x=1&x=2#team',
    ])
    expect(await location('/?p=31&gclid=1&p=31')).toEqual([301, '/blog/after?gclid=1'])
    expect(await location('/blog/before?page=2&q=a&tag=b')).toEqual([301, '/blog/after'])
    // Another site gets nothing that was not meant for it.
    expect(await location('/away?token=1')).toEqual([301, 'https://other.example/x'])
  })

  test('a redirect from a page with a parameter to the page itself ends there', async () => {
    await create('redirects', { from_path: '/?page_id=2', to_path: '/' })
    expect(await location('/?page_id=2')).toEqual([301, '/'])
    await open('/')
    const { status, body } = await site.admin('POST', '/api/admin/redirects', {
      body: { from_path: '/about?x=1', to_path: '/about?y=2&x=1' },
    })
    expect([status, body.errors[0].code]).toEqual([422, 'loop'])
  })

  test('a redirect applies with a trailing slash as well, unless it only adds one', async () => {
    await create('redirects', { from_path: '/2019/hello', to_path: '/blog' })
    expect(await location('/2019/hello/')).toEqual([301, '/blog'])
    await create('redirects', { from_path: '/shop', to_path: '/shop/' })
    expect(await location('/shop')).toEqual([301, '/shop/'])
    expect((await site.anyone('GET', '/shop/')).status).toBe(404)
  })

  test('redirects that lead back to each other by a trailing slash are refused', async () => {
    await create('redirects', { from_path: '/there', to_path: '/back' })
    const { status, body } = await site.admin('POST', '/api/admin/redirects', {
      body: { from_path: '/back', to_path: '/there/' },
    })
    expect([status, body.errors[0].code]).toEqual([422, 'loop'])
  })

  test('a trailing slash redirects to the path without it', async () => {
    expect(await location('/blog/')).toEqual([301, '/blog'])
    expect(await location('/projects/project/?lang=en')).toEqual([301, '/projects/project?lang=en'])
  })

  test('an address typed on another keyboard layout leads to the page that it means', async () => {
    await publish({ title: 'سلام', slug: 'hello-7' })
    await publish({ title: 'پمپ آب', slug: 'پمپ-آئینی' })
    await create('pages', { title: 'گارانتی', slug: 'گارانتی' })
    const pump = `/blog/${encodeURIComponent('پمپ-آئینی')}`
    expect(await location(`/blog/${encodeURIComponent('اثممخ-7')}`)).toEqual([301, '/blog/hello-7'])
    expect(await location(`/blog/${encodeURIComponent('اثممخ-7')}/?lang=en&utm_source=a`)).toEqual([
      301,
      '/blog/hello-7?lang=en&utm_source=a',
    ])
    expect(await location(encodeURI('/ذمخل/اثممخ-7'))).toEqual([301, '/blog/hello-7'])
    expect(await location(encodeURI('/شذخعف'))).toEqual([301, '/about'])
    expect(await location("/pages/'hvhkjd")).toEqual([301, `/pages/${encodeURIComponent('گارانتی')}`])
    // A letter that needs a second key is not found, and neither is what is no page in either layout.
    for (const path of ['/blog/hello-8', '/blog/sghl', pump.slice(0, -3)])
      expect((await site.anyone('GET', path)).status).toBe(404)
    // The exact address comes first.
    await publish({ title: 'دیگر', slug: 'اثممخ-7' })
    await open(`/blog/${encodeURIComponent('اثممخ-7')}`)
    await create('redirects', { from_path: '/شذخعف', to_path: '/blog' })
    expect(await location(encodeURI('/شذخعف'))).toEqual([301, '/blog'])
  })

  test('what WordPress has below a post leads to the post', async () => {
    await publish({ title: 'پست', slug: 'a-post' })
    await create('redirects', { from_path: '/2019/05/a-post', to_path: '/blog/a-post' })
    await create('redirects', { from_path: '/news', to_path: '/blog' })
    for (const end of ['/2/', '/feed/', '/feed/atom', '/amp/', '/embed', '/trackback/', '/comment-page-2/']) {
      expect(await location(`/2019/05/a-post${end}`)).toEqual([301, '/blog/a-post'])
      expect(await location(`/blog/a-post${end}`)).toEqual([301, '/blog/a-post'])
    }
    expect(await location('/2019/05/a-post/amp?lang=en&utm_source=a')).toEqual([
      301,
      '/blog/a-post?lang=en&utm_source=a',
    ])
    expect(await location('/news/feed/')).toEqual([301, '/blog'])
    for (const path of ['/news/2', '/blog/2', '/blog/nothing/feed', '/feed', '/amp', '/2019/05/a-post/more'])
      expect((await site.anyone('GET', path)).status).toBe(404)
  })

  test('an unknown path is a page for browsers and a problem document for others', async () => {
    const browser = await site.anyone('GET', '/nowhere', { headers: { Accept: 'text/html,*/*' } })
    expect([browser.status, parseHtml(browser.body).meta('robots')]).toEqual([404, 'noindex'])
    expect((await site.anyone('GET', '/nowhere')).body.code).toBe('not_found')
    expect((await site.anyone('GET', '/api/nowhere', { headers: { Accept: 'text/html' } })).body.code).toBe(
      'not_found',
    )
    expect((await site.anyone('POST', '/blog/plain')).status).toBe(405)
  })
})

describe('robots, sitemap and feed', () => {
  test('robots.txt allows the pages and the API that frontends need', async () => {
    const { headers, body } = await site.anyone('GET', '/robots.txt')
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(body.trim().split('\n')).toEqual([
      'User-agent: *',
      'Allow: /api/site',
      'Allow: /api/articles',
      'Allow: /api/projects',
      'Allow: /api/client-config',
      'Disallow: /api/',
      'Disallow: /admin',
      '',
      `Sitemap: ${SITE}/sitemap.xml`,
    ])
  })

  test('the sitemap has every page with its languages and images', async () => {
    await create('pages', { title: 'حریم خصوصی', title_en: 'Privacy', slug: 'privacy' })
    const { headers, body } = await site.anyone('GET', '/sitemap.xml')
    expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    const urls = new Map(childrenOf(parseXml(body), 'url').map((url) => [childText(url, 'loc'), url]))
    const path = `/blog/${encodeURIComponent('عنوان-مقاله')}`
    for (const address of [SITE + path, `${SITE}${path}?lang=en`]) {
      const url = urls.get(address)!
      expect(
        Object.fromEntries(
          childrenOf(url, 'xhtml:link').map(({ attributes }) => [attributes.hreflang, attributes.href]),
        ),
      ).toEqual({ fa: SITE + path, en: `${SITE}${path}?lang=en`, 'x-default': SITE + path })
      expect(childrenOf(url, 'image:image').map((it) => childText(it, 'image:loc'))).toEqual([
        `${CDN}/media/2026/01/${encodeURIComponent('تصویر')}.jpg`,
        `${CDN}/media/2026/01/in.png`,
      ])
      const { updated_at } = (await site.anyone('GET', `/api${path.replace('blog', 'articles')}`)).body
      expect(childText(url, 'lastmod')).toBe(updated_at)
    }
    for (const wanted of [
      '/blog',
      '/blog?lang=en',
      '/projects',
      '/pages/privacy',
      '/pages/privacy?lang=en',
    ]) {
      expect(urls.has(SITE + wanted)).toBe(true)
    }
    expect((await site.anyone('GET', '/sitemap-1.xml')).status).toBe(404)
  })

  test.each([
    ['', 'fa', 'عنوان مقاله', 'متن'],
    ['?lang=en', 'en', 'The article', 'The <em>body</em> &amp; more.'],
  ])('the feed%s is valid Atom, newest first', async (query, language, title, content) => {
    const newest = await publish({ title: 'تازه', title_en: 'Newest', published_at: '2026-02-03T00:00:00Z' })
    const { headers, body } = await site.anyone('GET', `/blog/feed.xml${query}`)
    expect(headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseXml(body)
    expect([feed.attributes.xmlns, feed.attributes['xml:lang']]).toEqual([
      'http://www.w3.org/2005/Atom',
      language,
    ])
    expect(childText(feed, 'id')).toBe(`${SITE}/blog/feed.xml${query}`)
    const entries = childrenOf(feed, 'entry')
    const dates = entries.map((entry) => childText(entry, 'published')!)
    expect(dates).toEqual(dates.toSorted().reverse())
    expect(childText(entries[0]!, 'id')).toBe(`${SITE}/blog${query}#article-${newest.id}`)
    const entry = entries.find((it) => childText(it, 'title') === title)!
    expect(childrenOf(entry, 'link')[0]!.attributes.href).toBe(
      `${SITE}/blog/${encodeURIComponent('عنوان-مقاله')}${query}`,
    )
    expect(childText(entry, 'content')).toContain(content)
    if (!query) expect(childText(entry, 'content')).toContain(`<img src="${CDN}/media/2026/01/in.png"`)
    await site.admin('DELETE', `/api/admin/articles/${newest.id}`)
  })
})

describe('responses', () => {
  const paths = ['/blog', '/blog/plain', '/sitemap.xml', '/blog/feed.xml', '/robots.txt']

  test.each(paths)('%s has an ETag, a 304, encodings and HEAD', async (path) => {
    const { headers, body } = await site.anyone('GET', path)
    const etag = headers.get('ETag')!
    expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
    const again = await site.anyone('GET', path, { headers: { 'If-None-Match': etag } })
    expect([again.status, again.body, again.headers.get('ETag')]).toEqual([304, '', etag])
    // A cache updates its stored headers from a 304.
    expect(again.headers.get('Content-Security-Policy')).toBe(headers.get('Content-Security-Policy'))
    const head = await site.anyone('HEAD', path)
    expect([head.status, head.body, head.headers.get('ETag')]).toEqual([200, '', etag])
    if (path === '/robots.txt') return
    const packed = await site.app.request(path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(packed.headers.get('Content-Encoding')).toBe('gzip')
    expect(new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))).toBe(body)
  })

  test('the Content-Security-Policy of pages allows styles and images, that of the API nothing', async () => {
    const policy = async (path: string) =>
      (await site.anyone('GET', path)).headers.get('Content-Security-Policy')
    expect(await policy('/blog')).toMatch(/^default-src 'none'; style-src 'sha256-[^;]+; img-src \* data:;/)
    expect(await policy('/blog/none')).toBe((await policy('/blog'))!)
    expect(await policy('/api/site')).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  test('requests do not query the database, and a write is visible at once', async () => {
    const article = await publish({ title: 'پیش', slug: 'fresh' })
    const before = await site.anyone('GET', '/blog/fresh')
    // What the service does by itself, such as indexing, asks the database too.
    const requests = new AsyncLocalStorage<string>()
    const asking: string[] = []
    const spies = (['query', 'readConsistently', 'transaction'] as const).map((name) => {
      const ask: (...args: any[]) => Promise<any> = site.deps.database[name]
      return spyOn(site.deps.database, name).mockImplementation((...args: any[]) => {
        const path = requests.getStore()
        if (path) asking.push(`${path}: ${name}`)
        return ask(...args)
      })
    })
    for (const path of [...paths, '/blog/none', '/projects?lang=en', '/old', '/blog/fresh'])
      await requests.run(path, () => site.anyone('GET', path))
    expect(asking).toEqual([])
    for (const spy of spies) spy.mockRestore()
    await patch('articles', article.id, { title: 'پس' })
    const after = await site.anyone('GET', '/blog/fresh')
    expect(textOf(parseHtml(after.body).one('h1'))).toBe('پس')
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
  })

  test('a 404 never becomes a 304', async () => {
    expect((await site.anyone('GET', '/blog/none', { headers: { 'If-None-Match': '*' } })).status).toBe(404)
  })
})

describe('with SPA_INDEX', () => {
  const directory = mkdtempSync(join(tmpdir(), 'frontage-spa-'))
  const SPA_INDEX = join(directory, 'index.html')
  afterAll(() => rmSync(directory, { recursive: true }))

  test('the page is in the root element and replaces the tags of the template', async () => {
    writeFileSync(
      SPA_INDEX,
      '<!doctype html><html lang="de"><head><title>Old</title><meta name="description" content="old">' +
        '<meta property="og:title" content="old"><script type="module" src="/app.js"></script></head>' +
        '<body><div id="app">Loading</div></body></html>',
    )
    await using other = await startApp({ SPA_INDEX, SITE_URL: SITE })
    const body = { title: 'در قالب', slug: 'in-template', status: 'published', content: '<p>متن</p>' }
    await other.admin('POST', '/api/admin/articles', { body })
    const answer = await other.anyone('GET', '/blog/in-template')
    const page = parseHtml(answer.body)
    expect(openingOf(page)).toEqual(['fa', 'rtl'])
    expect(textOf(page.one('title'))).toStartWith('در قالب')
    expect([page.all('meta', { name: 'description' }).length, page.meta('og:title')]).toEqual([1, 'در قالب'])
    expect(textOf(page.one('div', { id: 'app' }))).not.toContain('Loading')
    expect(elements(page.one('div', { id: 'app' })).some(({ tagName }) => tagName === 'article')).toBe(true)
    expect(attribute(page.one('script', { type: 'module' }), 'src')).toBe('/app.js')
    expect(answer.headers.get('Content-Security-Policy')).toStartWith(
      "script-src 'self' https:; object-src 'none'",
    )
    expect(page.all('style')).toEqual([])
  })

  test('a template without a root element stops the start', async () => {
    writeFileSync(SPA_INDEX, '<!doctype html><html><head></head><body></body></html>')
    await expect(startApp({ SPA_INDEX })).rejects.toThrow(`${SPA_INDEX} has no root element`)
  })
})
