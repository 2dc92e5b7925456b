// The addresses that the service writes for images: each stamp stands for one crop of one image, whatever changes.
import { afterAll, expect, test } from 'bun:test'
import sharp from 'sharp'
import { stampOf } from '../../src/content/images/focal-point.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { upload } from '../support/images.ts'

type Focal = { x: number; y: number }
type File = { id: number; url: string }

const SITE = 'https://www.example.com'
/** White on the left and black on the right, and the reverse. */

const site = await startApp({ SITE_URL: SITE })
const other = await site.beside()
const before = await store('before', ['#fff', '#000'])
const after = await store('after', ['#000', '#fff'])
const shown = { image: before.url, image_alt: 'Both halves', status: 'published' }
const content = `<p>Text</p><p><img src="${before.url}" alt="in the text" /></p>`
const records = {
  articles: { title: 'An article', slug: 'a', content, ...shown },
  projects: { title: 'A project', slug: 'p', image: before.url, image_alt: 'Both halves' },
  gallery: { image: before.url, image_alt: 'g' },
}
for (const [resource, body] of Object.entries(records)) {
  const answer = await site.admin('POST', `/api/admin/${resource}`, { body })
  expect([resource, answer.status]).toEqual([resource, 201])
}
await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo: before.url } })
afterAll(() => site[Symbol.asyncDispose]())

async function store(name: string, [left, right]: [string, string]): Promise<File> {
  const box = { width: 400, height: 200, channels: 3 } as const
  const bytes = await sharp({ create: { ...box, width: 800, background: right } })
    .composite([{ input: { create: { ...box, background: left } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return (await upload(site, bytes, { name })).body
}

const move = async ({ id }: File, { x, y }: Focal) =>
  expect(
    (await site.admin('PATCH', `/api/admin/media/${id}`, { body: { focal_x: x, focal_y: y } })).status,
  ).toBe(200)

const READS = ['/api/site', '/api/articles', '/api/articles/a', '/api/projects/p', '/api/site/gallery']
const PAGES = ['/', '/blog', '/blog/a', '/projects', '/projects/p', '/blog/feed.xml', '/sitemap.xml']

/** The addresses of files in reads and pages, each once, and `v` of each file in `images`. */
async function written() {
  const addresses = new Set<string>()
  const stamps = new Set<string>()
  for (const path of [...READS, ...PAGES]) {
    const { status, body } = await site.anyone('GET', path)
    expect([path, status]).toEqual([path, 200])
    const text = typeof body === 'string' ? body.replace(/&amp;|\\u0026/g, '&') : JSON.stringify(body)
    for (const [address] of text.matchAll(/\/media\/[^\s"<>,)]*/g))
      addresses.add(address.replace(/\\.*$/, ''))
    for (const [url, image] of Object.entries(body.images ?? {}))
      stamps.add(`${url} ${(image as { v: string }).v}`)
  }
  return { addresses: [...addresses], stamps: [...stamps] }
}

console.log
const nameOf = ({ url }: File) => url.split('/').at(-1)!

/** Requests a crop; its brightness, from 0 to 255, tells which half of the picture it shows. */
async function look(address: string, from: Pick<TestApp, 'app'> = site) {
  const response = await from.app.request(address)
  const bytes = await response.bytes()
  return {
    status: response.status,
    location: response.headers.get('Location'),
    isImmutable: (response.headers.get('Cache-Control') ?? '').includes('immutable'),
    brightness: response.status === 200 ? Math.round((await sharp(bytes).stats()).channels[0]!.mean) : null,
  }
}

const crop = ({ url }: File, focal: Focal) => `${url}?w=160&ratio=1x1&f=png&v=${stampOf(focal)}`
const [LEFT, RIGHT] = [
  { x: 0, y: 0.5 },
  { x: 1, y: 0.5 },
]

test('a moved focal point gives every crop that reads and pages name a new stamp, and only that one is immutable', async () => {
  await move(before, LEFT)
  const first = await written()
  await move(before, RIGHT)
  const second = await written()
  const crops = (found: typeof first) => found.addresses.filter((address) => address.includes('ratio='))
  for (const [found, focal] of [
    [first, LEFT],
    [second, RIGHT],
  ] as const) {
    expect(crops(found).length).toBeGreaterThan(6)
    expect(crops(found).filter((address) => !address.endsWith(`&v=${stampOf(focal)}`))).toEqual([])
    expect(found.stamps).toEqual([`${before.url} ${stampOf(focal)}`])
  }
  expect(crops(first).filter((address) => crops(second).includes(address))).toEqual([])
  for (const from of [site, other]) {
    expect(await look(crop(before, LEFT), from)).toMatchObject({ status: 302, location: crop(before, RIGHT) })
    expect(await look(crop(before, RIGHT), from)).toMatchObject({ isImmutable: true, brightness: 0 })
  }
})

test('a replaced image disappears from all addresses; those of both images keep showing their own bytes', async () => {
  await move(before, LEFT)
  await move(after, { x: 0, y: 0.25 })
  const old = await written()
  const path = `/api/admin/media/${before.id}/replace`
  expect((await site.admin('POST', path, { body: { with: after.id } })).body.replaced).toHaveLength(4)
  const { addresses, stamps } = await written()
  expect(old.addresses.filter((address) => address.includes(nameOf(before))).length).toBeGreaterThan(10)
  expect(addresses.filter((address) => address.includes(nameOf(before)))).toEqual([])
  expect(addresses.filter((address) => old.addresses.includes(address))).toEqual([])
  expect(stamps).toEqual([`${after.url} ${stampOf({ x: 0, y: 0.25 })}`])
  for (const from of [site, other]) {
    const shown = [await look(crop(before, LEFT), from), await look(crop(after, { x: 0, y: 0.25 }), from)]
    expect(shown).toMatchObject([
      { isImmutable: true, brightness: 255 },
      { isImmutable: true, brightness: 0 },
    ])
    // The stamp of one image at the address of the other.
    expect(await look(crop(after, LEFT), from)).toMatchObject({
      status: 302,
      location: crop(after, { x: 0, y: 0.25 }),
    })
  }
})
