// Images on pages and in their metadata.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { stampOf } from '../../src/content/images/focal-point.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { noise, png, upload } from '../support/images.ts'

const CDN = 'https://cdn.example.com'
const SITE = 'https://www.example.com'
let site: TestApp
let hero: string
let inText: string
let logo: string
const focal = { x: 0.25, y: 0.75 }

beforeAll(async () => {
  site = await startApp({ SITE_URL: SITE, MEDIA_PUBLIC_BASE: CDN })
  const store = async (bytes: Uint8Array, name: string) => (await upload(site, bytes, { name })).body
  const first = await store(await noise(1_000, 800).jpeg().toBuffer(), 'پمپ')
  await site.admin('PATCH', `/api/admin/media/${first.id}`, { body: { focal_x: focal.x, focal_y: focal.y } })
  hero = first.url
  inText = (await store(await png({ width: 400, height: 100 }), 'in-text')).url
  const clear = sharp({ create: { width: 300, height: 100, channels: 4, background: '#0f08' } })
  logo = (await store(await clear.png().toBuffer(), 'logo')).url
  await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo } })
  const body = {
    title: 'Images',
    slug: 'images',
    image: hero,
    image_alt: 'A "pump" & more',
    content: `<p>Text</p><p><img src="${encodeURI(inText)}" alt="a &lt;b&gt;" width="200" /> <img src="https://other.example/x.png" alt="x" /></p>`,
    status: 'published',
  }
  expect((await site.admin('POST', '/api/admin/articles', { body })).status).toBe(201)
})
afterAll(() => site[Symbol.asyncDispose]())

type Attributes = Record<string, string>

async function imagesOf(path: string) {
  const { body, headers } = await site.anyone('GET', path)
  const images: Attributes[] = []
  const meta: Attributes = {}
  let css = ''
  let data = ''
  new HTMLRewriter()
    .on('img', {
      element: ({ attributes }) => void images.push(Object.fromEntries(attributes) as Attributes),
    })
    .on('meta[property]', {
      element: (element) => {
        meta[element.getAttribute('property')!] = element.getAttribute('content')!
      },
    })
    .on('style', {
      text({ text }) {
        css += text
      },
    })
    .on('script[type="application/ld+json"]', {
      text({ text }) {
        data += text
      },
    })
    .transform(String(body))
  return {
    images,
    meta,
    css,
    graph: JSON.parse(data)['@graph'],
    policy: headers.get('Content-Security-Policy')!,
  }
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&')

describe('the page of an article', () => {
  test('loads its main image first, in the size of the screen, and the rest late', async () => {
    const { images } = await imagesOf('/blog/images')
    const [first, second, foreign] = ['پمپ', 'in-text', 'other.example'].map(
      (name) => images.find(({ src }) => src!.includes(name))!,
    )
    expect(first).toMatchObject({ width: '1000', height: '800', loading: 'eager', fetchpriority: 'high' })
    expect(first).toMatchObject({ decoding: 'async', alt: 'A &quot;pump&quot; &amp; more' })
    expect(unescaped(first!.srcset!).split(', ')).toEqual(
      [160, 320, 480, 640, 768, 960]
        .map((width) => `${CDN}${hero}?w=${width}&f=auto ${width}w`)
        .concat(`${CDN}${hero}?w=1280&f=auto 1000w`),
    )
    expect(second).toMatchObject({ width: '200', height: '50', loading: 'lazy', decoding: 'async' })
    expect(second!.alt).toBe('a &lt;b&gt;')
    expect(unescaped(second!.src!)).toStartWith(`${CDN}${inText}?w=`)
    expect(foreign).toEqual({
      src: 'https://other.example/x.png',
      alt: 'x',
      loading: 'lazy',
      decoding: 'async',
    })
  })

  test('has placeholders that its policy allows, but none behind transparent images', async () => {
    const { images, css, policy } = await imagesOf('/blog/images')
    for (const name of ['پمپ', 'in-text']) {
      const [className] = images.find(({ src }) => src!.includes(name))!.class!.split(' ')
      expect(css).toContain(`img.${className}{background:url(data:image/png;base64,`)
    }
    expect(images.find(({ src }) => src!.includes('logo'))).toMatchObject({ width: '120', height: '40' })
    expect(images.find(({ src }) => src!.includes('logo'))).not.toHaveProperty('class')
    const [style] = /:root img\.p1.*$/s.exec(css)!
    expect(policy).toContain(new Bun.CryptoHasher('sha256').update(style).digest('base64'))
    expect(Buffer.byteLength(style)).toBeLessThan(1_400)
  })

  test('gives link previews the crop around the focal point with its real size', async () => {
    const { meta } = await imagesOf('/blog/images')
    const address = `${CDN}${encodeURI(hero)}?w=1200&ratio=191x100&f=jpeg&v=${stampOf(focal)}`
    expect(unescaped(meta['og:image']!)).toBe(address)
    expect([meta['og:image:width'], meta['og:image:height'], meta['og:image:type']]).toEqual([
      '1000',
      '525',
      'image/jpeg',
    ])
    const response = await site.app.request(unescaped(meta['og:image']!).slice(CDN.length))
    expect(response.status).toBe(200)
    expect(await sharp(await response.bytes()).metadata()).toMatchObject({
      width: 1_000,
      height: 525,
      format: 'jpeg',
    })
  })

  test('gives search engines the three ratios that Google asks for', async () => {
    const { graph } = await imagesOf('/blog/images')
    const { image } = graph.find((node: { '@type': string }) => node['@type'] === 'BlogPosting')
    expect(
      image.map(({ url, width, height }: { url: string; width: string; height: string }) => [
        new URL(url).searchParams.get('ratio'),
        Number(width),
        Number(height),
      ]),
    ).toEqual([
      ['16x9', 1_000, 563],
      ['4x3', 1_000, 750],
      ['1x1', 800, 800],
    ])
  })

  test('has its images in the sitemap, those of the text included', async () => {
    const { body } = await site.anyone('GET', '/sitemap.xml')
    const [entry] = /<url><loc>[^<]*\/blog\/images<\/loc>.*?<\/url>/s.exec(body)!
    expect([...entry.matchAll(/<image:loc>([^<]*)</g)].map(([, url]) => url)).toEqual(
      [hero, inText].map((url) => CDN + encodeURI(url)),
    )
  })

  test('leaves the stored text as it is', async () => {
    const { body } = await site.anyone('GET', '/api/articles/images')
    expect(body.content).not.toContain('srcset')
    expect(body.content).not.toContain('class=')
  })
})

test('a picture that could not be stored is its alternative text, without a request to the other site', async () => {
  const content =
    '<p>a <img data-foreign-src="https://other.example/x.png" alt="&lt;i&gt; &amp; b" /> c</p><figure><img data-foreign-src="//other.example/y.png" alt="" /><figcaption>d</figcaption></figure>'
  const body = { title: 'Left out', slug: 'left-out', content, status: 'published' }
  expect((await site.admin('POST', '/api/admin/articles', { body })).status).toBe(201)
  const page = (await site.anyone('GET', '/blog/left-out')).body
  expect(page).toContain('<p>a &lt;i&gt; &amp; b c</p>')
  expect(page).toContain('<figcaption>d</figcaption>')
  expect(page).not.toContain('other.example')
})

test('a card shows a crop that keeps its place, with the stamp of the focal point', async () => {
  const { images } = await imagesOf('/blog')
  const card = images.find(({ src }) => src!.includes('پمپ'))!
  expect(card).toMatchObject({ width: '1000', height: '563' })
  expect(unescaped(card.src!)).toBe(`${CDN}${hero}?w=960&ratio=16x9&f=auto&v=${stampOf(focal)}`)
})

test('a moved focal point changes the pages', async () => {
  const { body } = await site.admin('GET', '/api/admin/media?search=پمپ')
  await site.admin('PATCH', `/api/admin/media/${body.items[0].id}`, { body: { focal_x: 0.9 } })
  const { images, meta } = await imagesOf('/blog/images')
  expect(meta['og:image']).toEndWith(stampOf({ ...focal, x: 0.9 }))
  expect(images.length).toBeGreaterThan(2)
  await site.admin('PATCH', `/api/admin/media/${body.items[0].id}`, { body: { focal_x: focal.x } })
})
