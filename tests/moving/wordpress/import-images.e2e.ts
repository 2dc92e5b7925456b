// --media: the service downloads the images of the old site.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../support/app.ts'
import { jpeg, png } from '../../support/images.ts'
import { pdf } from '../../support/pdfs.ts'
import { accountOf, countsIn, type ImportRun, runImport, signInTo } from './run-import.ts'
import { item, themeUnitTest, wxr } from './wxr.ts'

const files = new Map<string, Uint8Array>()
const requested: string[] = []
let beforeAnswer = async () => {}
const oldSite = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    requested.push(pathname)
    await beforeAnswer()
    const found = files.get(pathname)
    return found ? new Response(found as Uint8Array<ArrayBuffer>) : new Response('gone', { status: 404 })
  },
})

let service: Awaited<ReturnType<typeof startService>>
let directory: string
let journal: string
let authorization: { Authorization: string }
let call: (method: string, path: string, body?: object) => Promise<any>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'frontage-wordpress-'))
  journal = join(directory, 'export.xml.media.jsonl')
  files.set('/up/sea.jpg', await jpeg())
  files.set('/up/front.png', await png())
})
beforeEach(async () => {
  requested.length = 0
  beforeAnswer = async () => {}
  await rm(journal, { force: true })
  service = await startService(
    {},
    {
      outbound: {
        resolve: async () => ['93.184.216.34'],
        dial: () => ({ address: '127.0.0.1', port: oldSite.port! }),
      },
    },
  )
  ;({ authorization, call } = await signInTo(service))
})
afterEach(() => service.stop())
afterAll(async () => {
  await oldSite.stop(true)
  await rm(directory, { recursive: true })
})

const attachment = (id: number, name: string, alt = '', more: Partial<Parameters<typeof item>[0]> = {}) =>
  item({
    ...more,
    id,
    type: 'attachment',
    title: `Title of ${name}`,
    url: `http://old.example/up/${name}`,
    meta: { _wp_attachment_image_alt: alt },
  })

const sample = wxr(
  [
    '<link>http://old.example</link>',
    attachment(1, 'sea.jpg', 'The sea'),
    attachment(2, 'front.png', 'The front &amp; more'),
    attachment(3, 'lost.jpg'),
    attachment(4, 'unused.jpg'),
    item({
      id: 10,
      title: 'Sea',
      slug: 'sea',
      content:
        '<p>By the <a href="http://old.example/up/sea.jpg"><img src="http://old.example/up/sea-300x200.jpg" alt="Waves"></a></p>' +
        '<p><img src="http://old.example/up/lost.jpg"> <img src="https://else.example/x.jpg"></p>',
      meta: { _thumbnail_id: '2' },
    }),
    item({
      id: 11,
      title: 'Again',
      slug: 'again',
      content: '<p><img src="http://old.example/up/sea.jpg?w=9"></p>',
    }),
    item({
      id: 12,
      title: 'About',
      slug: 'about',
      type: 'page',
      content: '<p><img src="//old.example/up/sea.jpg"></p>',
    }),
  ].join('\n'),
)

/** `media` is whether to import files, or more options. */
async function run(text = sample, media: boolean | ImportRun = true) {
  const file = join(directory, 'export.xml')
  await writeFile(file, text)
  const options = typeof media === 'boolean' ? { media } : media
  return runImport({ file, url: service.url, ...accountOf(service), language: 'fa', ...options })
}

const bySlug = async (slug: string) =>
  (await call('GET', '/api/admin/articles')).items.find((article: { slug: string }) => article.slug === slug)

test('downloads each image once with its alt text and replaces its URLs; names images that failed', async () => {
  const { code, output } = await run()
  expect(code).toBe(1)
  expect(countsIn(output, 'images')).toEqual([3, 2, 0, 0, 1])
  expect(countsIn(output, 'attachments')).toEqual([1, 0, 0, 1, 0])
  expect(output).toContain('not used as an image in any article or page\n    Title of unused.jpg')
  expect(output).toMatch(/Failed:\n {2}images \(1\): .+\n {4}http:\/\/old\.example\/up\/lost\.jpg\n/)
  expect(requested.toSorted()).toEqual(['/up/front.png', '/up/lost.jpg', '/up/sea.jpg'])

  const { items } = await call('GET', '/api/admin/media')
  const images = new Map<string, any>(items.map((image: { title: string }) => [image.title, image]))
  const sea = images.get('Title of sea.jpg')
  expect(sea).toMatchObject({ alt: 'The sea', mime: 'image/jpeg' })

  const article = await bySlug('sea')
  expect(article.content).toContain(`<a href="${sea.url}"><img src="${sea.url}" alt="Waves"`)
  // Not loaded from the old site, and kept for the next run.
  expect(article.content).not.toContain(' src="http://old.example')
  expect(article.content).toContain(' data-foreign-src="http://old.example/up/lost.jpg"')
  expect(article.content).toContain('<img src="https://else.example/x.jpg"')
  expect(article).toMatchObject({
    image: images.get('Title of front.png').url,
    image_alt: 'The front & more',
    status: 'published',
  })
  expect((await bySlug('again')).content).toContain(`<img src="${sea.url}"`)
  const { items: pages } = await call('GET', '/api/admin/pages')
  expect(pages[0].body).toContain(`<img src="${sea.url}"`)
})

test('old addresses of files lead to the new ones, also those of scaled copies that texts show', async () => {
  await run()
  const leadsTo = async (path: string) => {
    const response = await fetch(service.url + path, { redirect: 'manual' })
    return { status: response.status, location: response.headers.get('Location') }
  }
  const sea = await leadsTo('/up/sea.jpg')
  expect(sea.status).toBe(301)
  expect((await fetch(service.url + sea.location)).headers.get('Content-Type')).toBe('image/jpeg')
  expect(await leadsTo('/up/sea-300x200.jpg')).toEqual(sea)
  expect((await leadsTo('/up/front.png')).location).toMatch(/^\/media\/.+\.png$/)
  expect((await leadsTo('/up/lost.jpg')).status).toBe(404)
  const before = await call('GET', '/api/admin/redirects')
  await run()
  expect(await call('GET', '/api/admin/redirects')).toEqual(before)
  // The state is that after a run that ended before the redirects.
  const { id } = before.items.find(({ from_path }: { from_path: string }) => from_path === '/up/sea.jpg')
  await fetch(`${service.url}/api/admin/redirects/${id}`, { method: 'DELETE', headers: authorization })
  await run()
  expect(await leadsTo('/up/sea.jpg')).toEqual(sea)
})

test('galleries show the listed images, or those attached to the post', async () => {
  const text = wxr(
    [
      '<link>http://old.example</link>',
      attachment(1, 'sea.jpg', 'The &quot;sea&quot;', { parent: 21, order: 2, excerpt: 'At <em>noon</em>' }),
      attachment(2, 'front.png', '', { parent: 21, order: 1 }),
      attachment(3, 'price-list.pdf', '', { parent: 21 }),
      item({
        id: 20,
        slug: 'named',
        title: 'Named',
        content: 'One\n\n[gallery columns="2" ids="1,2,99"]\n\nTwo',
      }),
      item({ id: 21, slug: 'own', title: 'Own', content: '[gallery]' }),
      item({
        id: 22,
        slug: 'other',
        title: 'Other',
        content: '[gallery id=21 exclude="2"] [gallery ids="98"]',
      }),
    ].join('\n'),
  )
  const { code, output } = await run(text)
  expect(code).toBe(0)
  expect(requested.toSorted()).toEqual(['/up/front.png', '/up/sea.jpg'])
  const { items } = await call('GET', '/api/admin/media')
  const url = (title: string) => items.find((image: { title: string }) => image.title === title).url
  const sea = `<figure><img src="${url('Title of sea.jpg')}" alt="The &quot;sea&quot;" /><figcaption>At <em>noon</em></figcaption>\n</figure>`
  const front = `<figure><img src="${url('Title of front.png')}" alt="" /></figure>`
  const content = async (slug: string) => (await bySlug(slug)).content.trim()
  expect(await content('named')).toBe(`<p>One</p>\n${sea}\n${front}\n<p>Two</p>`)
  expect(await content('own')).toBe(`${front}\n${sea}`)
  expect(await content('other')).toBe(sea)
  expect(output).toContain('articles (1): gallery images left out: the file does not contain them\n    Named')
  expect(output).toContain(
    'articles (1): [gallery] left out: the file does not contain its output\n    Other',
  )
  expect(output).toContain('not used as an image in any article or page\n    Title of price-list.pdf')
  const gallery = (await call('GET', '/api/admin/gallery')).items
  expect(gallery.map((it: any) => [it.image, it.image_alt, it.title, it.caption, it.category])).toEqual([
    [url('Title of sea.jpg'), 'The "sea"', 'Title of sea.jpg', 'At noon', 'Other'],
    [url('Title of front.png'), null, 'Title of front.png', null, 'Own'],
  ])
  expect(countsIn(output, 'gallery')).toEqual([2, 2, 0, 0, 0])
  const again = await run(text)
  expect(countsIn(again.output, 'gallery')).toEqual([2, 0, 2, 0, 0])
  expect((await call('GET', '/api/admin/gallery')).items).toEqual(gallery)
})

test('another run downloads only the images that failed', async () => {
  await run()
  const before = await bySlug('sea')
  requested.length = 0
  files.set('/up/lost.jpg', await jpeg())
  const again = await run()
  files.delete('/up/lost.jpg')
  expect(again.code).toBe(0)
  expect(requested).toEqual(['/up/lost.jpg'])
  expect(countsIn(again.output, 'images')).toEqual([3, 1, 2, 0, 0])
  const after = await bySlug('sea')
  const { items } = await call('GET', '/api/admin/media?search=lost')
  const image = (content: string, address: string) =>
    /<img[^>]*lost[^>]*>/.exec(content)![0].replace(` ${address}`, '')
  expect(before.content).toContain('data-foreign-src')
  expect(after.content).not.toContain('data-foreign-src')
  expect(image(after.content, `src="${items[0].url}"`)).toBe(
    image(before.content, 'data-foreign-src="http://old.example/up/lost.jpg"'),
  )
  expect(after.version).toBe(before.version + 1)
  const third = await run()
  expect(countsIn(third.output, 'images')).toEqual([3, 0, 3, 0, 0])
  expect((await bySlug('sea')).version).toBe(after.version)
})

test('a featured image chosen by an editor is kept', async () => {
  await run()
  const { id } = await bySlug('sea')
  await call('PATCH', `/api/admin/articles/${id}`, { image: '/media/2020/01/own.jpg', image_alt: 'Own' })
  await run()
  expect(await bySlug('sea')).toMatchObject({ image: '/media/2020/01/own.jpg', image_alt: 'Own' })
})

test('without --media nothing is downloaded, and the summary says so', async () => {
  const { code, output } = await run(sample, false)
  expect(code).toBe(0)
  expect(requested).toEqual([])
  expect(output).toContain(
    'attachments (4): images keep their addresses on the old site; import them with --media',
  )
  expect(output).toContain('articles (1): without its featured image\n    Sea')
  expect((await bySlug('sea')).content).toContain('<img src="http://old.example/up/sea-300x200.jpg"')
})

describe('--uploads', () => {
  const image = async (name: string, bytes: Uint8Array) => {
    await mkdir(join(directory, 'uploads/2020'), { recursive: true })
    await writeFile(join(directory, 'uploads/2020', name), bytes)
  }
  const site = (content: string, ...attachments: string[]) =>
    wxr(
      [
        '<link>http://old.example</link>',
        ...attachments.map((name, index) =>
          item({
            id: index + 1,
            type: 'attachment',
            title: name,
            url: `http://old.example/wp-content/uploads/2020/${name}`,
          }),
        ),
        item({ id: 10, title: 'Sea', slug: 'sea', content }),
      ].join(''),
    )
  const src = (name: string) => `<p><img src="http://old.example/wp-content/uploads/2020/${name}"></p>`
  const uploads = () => ({ uploads: join(directory, 'uploads') })

  test('takes files from a directory, without a request to the old site; names those that are missing', async () => {
    await image('wide-scaled.jpg', await jpeg({ width: 200, height: 100 }))
    await image('wide.jpg', await jpeg({ width: 400, height: 200 }))
    await image('list.pdf', pdf())
    const pdfLink = '<p><a href="http://old.example/wp-content/uploads/2020/list.pdf">List</a></p>'
    const text = site(src('wide-300x150.jpg') + src('none.jpg') + pdfLink, 'wide-scaled.jpg')
    const { code, output } = await run(text, uploads())
    expect(code).toBe(1)
    expect(requested).toEqual([])
    expect(countsIn(output, 'images')).toEqual([2, 1, 0, 0, 1])
    expect(countsIn(output, 'documents')).toEqual([1, 1, 0, 0, 0])
    expect(output).toMatch(/not in the directory of --uploads\n {4}http:\/\/old\.example\/.*\/none\.jpg/)
    const { items } = await call('GET', '/api/admin/media')
    const stored = (mime: string) => items.find((file: { mime: string }) => file.mime === mime)
    expect(stored('image/jpeg')).toMatchObject({ width: 400, title: 'wide-scaled.jpg' })
    const { content } = await bySlug('sea')
    expect(content).toContain(`<img src="${stored('image/jpeg').url}"`)
    expect(content).toContain(`<a href="${stored('application/pdf').url}"`)
    expect(content).toContain('<img data-foreign-src="http://old.example/wp-content/uploads/2020/none.jpg"')
  })

  test('falls back to the scaled copy when the service refuses the original', async () => {
    await image('broken-scaled.jpg', await jpeg())
    await image('broken.jpg', new TextEncoder().encode('not an image'))
    const { code, output } = await run(site(src('broken-scaled.jpg'), 'broken-scaled.jpg'), uploads())
    expect([code, countsIn(output, 'images')]).toEqual([0, [1, 1, 0, 0, 0]])
  })

  test('that is not a directory ends the import before the first record', async () => {
    const { code, output } = await run(sample, { uploads: join(directory, 'none') })
    expect([code, output]).toEqual([1, expect.stringContaining('give a copy of wp-content/uploads')])
    expect((await call('GET', '/api/admin/articles')).items).toEqual([])
  })
})

test('four files are downloaded at once', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `many-${index}.jpg`)
  for (const name of names) files.set(`/up/${name}`, files.get('/up/sea.jpg')!)
  let open = 0
  let most = 0
  const waiting: (() => void)[] = []
  beforeAnswer = async () => {
    most = Math.max(most, ++open)
    // The first four answer together, so fewer at once would never answer.
    if (requested.length < 4) await new Promise<void>((resolve) => waiting.push(resolve))
    for (const release of waiting.splice(0)) release()
    open--
  }
  const content = names.map((name) => `<p><img src="http://old.example/up/${name}"></p>`).join('')
  const { code, output } = await run(wxr(`<link>http://old.example</link>${item({ id: 1, content })}`))
  expect([code, countsIn(output, 'images'), most]).toEqual([0, [12, 12, 0, 0, 0], 4])
})

test('a run that ended before it changed the texts does not store its files again', async () => {
  await run()
  const before = await call('GET', '/api/admin/media')
  const sea = await bySlug('sea')
  // The state is that of a service that stopped after it stored the files.
  const old = sea.content.replaceAll(/\/media\/[^"]*/g, 'http://old.example/up/sea.jpg')
  await call('PATCH', `/api/admin/articles/${sea.id}`, { content: old })
  requested.length = 0
  const { output } = await run()
  expect(requested).toEqual(['/up/lost.jpg'])
  expect(countsIn(output, 'images')).toEqual([3, 0, 2, 0, 1])
  expect((await call('GET', '/api/admin/media')).total).toBe(before.total)
  expect((await bySlug('sea')).content).not.toContain('http://old.example/up/sea.jpg')
})

test('a file that was stored but is no longer in the library is stored again', async () => {
  const text = wxr(
    `<link>http://old.example</link>${item({ id: 1, slug: 'one', content: '<p><img src="http://old.example/up/sea.jpg"></p>' })}`,
  )
  await writeFile(
    journal,
    `cut line\n${JSON.stringify({ service: service.url, from: 'http://old.example/up/sea.jpg', to: '/media/2020/01/sea.jpg' })}\n`,
  )
  const { output } = await run(text)
  expect(countsIn(output, 'images')).toEqual([1, 1, 0, 0, 0])
})

test.skipIf(!themeUnitTest)('imports every image of the theme unit test', async () => {
  // The test server has no certificate.
  const text = (await Bun.file(themeUnitTest!).text()).replaceAll(
    'https://wpthemetestdata.f',
    'http://wpthemetestdata.f',
  )
  const names = new Set(text.match(/(?<=wpthemetestdata\.files\.wordpress\.com)\/[^\s"'?<\]]+/g))
  for (const name of names) files.set(name, files.get('/up/sea.jpg')!)
  const { code, output } = await run(text)
  expect(code).toBe(0)
  const [inFile, created] = countsIn(output, 'images')
  expect(inFile).toBe(created)
  expect(created).toBeGreaterThan(20)
  expect(new Set(requested).size).toBe(requested.length)
  for (const path of ['/api/admin/articles', '/api/admin/pages']) {
    const { items } = await call('GET', path)
    expect(JSON.stringify(items)).not.toMatch(/<img[^>]*wpthemetestdata\.files/)
  }
})
