// PDFs in the media library: kept as they are, shown by the browser, used by links only.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLeftovers } from '../../src/media/sweep-leftovers.ts'
import { copyMedia } from '../../src/operations/backup/media-backup.ts'
import { readMediaManifest } from '../../src/operations/backup/media-manifest.ts'
import { restoreMedia } from '../../src/operations/restore/restore-media.ts'
import { startApp } from '../support/app.ts'
import { contextOf } from '../support/backup-server.ts'
import { jpeg, png, remains, upload } from '../support/images.ts'
import { pdf } from '../support/pdfs.ts'
import { findSharedData } from '../support/shared-data.ts'

const app = await startApp({ MEDIA_MAX_UPLOAD_MB: '1', MEDIA_PUBLIC_BASE: 'https://cdn.example' })
app.setClock(new Date('2026-05-04T10:00:00Z'))
afterAll(() => app[Symbol.asyncDispose]())

const reported = findSharedData('reports/pdf')

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.app.request(path, { method, headers })
const store = async (name: string, bytes: Uint8Array = pdf()) => (await upload(app, bytes, { name })).body
const create = async (resource: string, body: unknown) =>
  (await app.admin('POST', `/api/admin/${resource}`, { body })).body

describe('an upload of a PDF', () => {
  test('is stored byte for byte, with its size', async () => {
    const bytes = pdf()
    const { status, body } = await upload(app, bytes, { filename: 'Price List.PDF', title: 'Prices' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      url: '/media/2026/05/price-list.pdf',
      mime: 'application/pdf',
      size: bytes.byteLength,
      width: null,
      height: null,
      placeholder: null,
      alt: null,
      title: 'Prices',
    })
    expect(Buffer.from(await (await get(body.url)).bytes())).toEqual(bytes)
  })

  test('is known by its first bytes, not by its name', async () => {
    const { body } = await upload(app, pdf(), { filename: 'holiday.jpg' })
    expect(body).toMatchObject({ url: '/media/2026/05/holiday.pdf', mime: 'application/pdf' })
    for (const bytes of ['<html>', '%PDF-<script>', '%PDF', `${' '.repeat(1_024)}%PDF-1.7\n`])
      expect((await upload(app, Buffer.from(bytes), { filename: 'brochure.pdf' })).status).toBe(415)
  })

  test.each<[string, Buffer]>([
    [
      'after other bytes, of which readers skip up to 1,024',
      Buffer.concat([Buffer.alloc(1_000, ' '), pdf()]),
    ],
    ['after a byte order mark', Buffer.concat([Buffer.from('\ufeff'), pdf()])],
    [
      'after the headers of a mail',
      Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n\r\n'), pdf()]),
    ],
    ['padded with zeros', Buffer.concat([pdf(), Buffer.alloc(5_000)])],
    ['followed by other bytes', Buffer.concat([pdf(), Buffer.from(`\n<!-- ${'x'.repeat(900)} -->\n`)])],
    ['without a line break at the end', pdf().subarray(0, -1)],
  ])('is accepted when it is %s', async (_, bytes) => {
    const { status, body } = await upload(app, bytes)
    expect([status, body.mime]).toEqual([201, 'application/pdf'])
  })

  test.each<[string, Buffer]>([
    ['in the middle', pdf().subarray(0, 120)],
    ['before its last byte', pdf().subarray(0, -2)],
    ['after its first part, which has an end of its own', Buffer.concat([pdf(), Buffer.alloc(4_000, 'x')])],
    ['and padded', Buffer.concat([pdf().subarray(0, 120), Buffer.alloc(2_000)])],
    ['after its first line', Buffer.from('%PDF-1.4\n')],
  ])('is refused when it is cut %s', async (_, bytes) => {
    const { status, body } = await upload(app, bytes)
    expect([status, body.errors]).toEqual([
      422,
      [{ path: 'file', code: 'unreadable_document', message: 'is cut: its end is missing' }],
    ])
  })

  test.skipIf(!reported)('of the reports is accepted', async () => {
    for (const name of ['bom.pdf', 'leading-newline.pdf']) {
      const bytes = Buffer.from(await Bun.file(join(reported!, name)).bytes())
      expect((await upload(app, bytes)).status).toBe(201)
      expect((await upload(app, bytes.subarray(0, bytes.length / 2))).status).toBe(422)
    }
  })

  test('an image with the same text in it stays an image', async () => {
    const image = await jpeg()
    const comment = Buffer.from('%PDF-1.7\n')
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
    const { body } = await upload(
      app,
      Buffer.concat([image.subarray(0, 2), marker, comment, image.subarray(2)]),
    )
    expect(body.mime).toBe('image/jpeg')
  })

  test('without a readable name is called document', async () => {
    expect((await upload(app, pdf(), { filename: '.pdf' })).body.url).toBe('/media/2026/05/document.pdf')
  })

  test('above MEDIA_MAX_UPLOAD_MB is 413', async () => {
    const bytes = Buffer.concat([pdf(), Buffer.alloc(1_048_576)])
    expect((await upload(app, bytes)).status).toBe(413)
  })
})

describe('a PDF is served', () => {
  const bytes = pdf()
  let url: string
  beforeAll(async () => {
    url = (await store('فهرست قیمت', bytes)).url
  })

  test('inline under its name, and runs nothing', async () => {
    const response = await get(url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.byteLength),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('فهرست-قیمت.pdf')}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const latin = await get((await store('prices')).url)
    expect(latin.headers.get('Content-Disposition')).toBe('inline; filename="prices.pdf"')
  })

  test('in the parts that viewers ask for', async () => {
    const etag = (await get(url)).headers.get('ETag')!
    const part = await get(url, { Range: 'bytes=-6', 'If-Range': etag })
    expect([part.status, await part.text()]).toEqual([206, '%%EOF\n'])
    expect(part.headers.get('Content-Disposition')).toStartWith('inline')
    expect((await get(url, {}, 'HEAD')).headers.get('Content-Length')).toBe(String(bytes.byteLength))
    expect((await get(url, { 'If-None-Match': etag })).status).toBe(304)
  })

  test.each(['?w=640', '?w=640&f=auto', '?f=png', '?w=7'])('422 for the variant %s', async (query) => {
    const response = await get(`${url}${query}`)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      detail: 'A PDF has no variants; request it without w, ratio, f and v.',
    })
  })

  test('with a parameter that no variant has', async () => {
    expect((await get(`${url}?utm_source=mail`)).status).toBe(200)
  })
})

describe('where an image is wanted', () => {
  test.each([
    '/media/2026/05/a.pdf',
    'https://cdn.example/media/2026/05/a.PDF?x#page=2',
    '/media/2026/05/a%2Ep%64f',
  ])('an image field refuses %s', async (image) => {
    const { status, body } = await app.admin('POST', '/api/admin/gallery', { body: { image } })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      {
        path: 'image',
        code: 'not_an_image',
        message: 'must be the URL of an image; a PDF can be linked to instead',
      },
    ])
  })

  test('rich text links to a PDF, but shows none', async () => {
    const content = '<p><a href="/media/2026/05/a.pdf">a</a><img src="/media/2026/05/a.pdf" alt="b"></p>'
    const article = await create('articles', { title: 'PDF', content })
    expect(article.content).toBe('<p><a href="/media/2026/05/a.pdf">a</a><img alt="b" /></p>')
  })

  test('`images` of the public reads has none', async () => {
    const { url } = await store('read by all')
    const { url: shown } = await store('shown by all', await png())
    const content = `<p><a href="${url}">a</a><img src="${shown}"></p>`
    await create('articles', { title: 'Public', slug: 'public', content, status: 'published' })
    const { body } = await app.anyone('GET', '/api/articles/public')
    expect(Object.keys(body.images)).toEqual([shown])
  })

  test('the list can be limited to images or documents', async () => {
    const typesOf = async (type: string) => {
      const { body } = await app.admin('GET', `/api/admin/media?type=${type}`)
      return new Set(body.items.map(({ mime }: { mime: string }) => mime.split('/')[0]))
    }
    expect([await typesOf('image'), await typesOf('document')]).toEqual([
      new Set(['image']),
      new Set(['application']),
    ])
    expect((await app.admin('GET', '/api/admin/media?type=pdf')).status).toBe(422)
  })
})

describe('usage', () => {
  test('a link counts: the PDF is deleted only without it, and comes back from the trash', async () => {
    const bytes = pdf()
    const { id, url } = await store('brochure', bytes)
    const place = `/api/admin/media/${id}`
    const article = await create('articles', { title: 'Linking', content: `<p><a href="${url}">PDF</a></p>` })
    const menu = await create('menu', { label: 'PDF', url: `https://cdn.example${url}` })
    expect((await app.admin('GET', place)).body.used_in).toEqual([
      { resource: 'menu', id: menu.id, label: 'PDF', label_en: null, fields: ['url'], draft: false },
      {
        resource: 'articles',
        id: article.id,
        label: 'Linking',
        label_en: null,
        fields: ['content'],
        draft: false,
      },
    ])
    const refused = await app.admin('DELETE', place)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(refused.body.errors).toContainEqual({
      path: `menu/${menu.id}`,
      code: 'in_use',
      message: 'uses this file in url',
    })
    await app.admin('DELETE', `/api/admin/menu/${menu.id}`)
    await app.admin('PATCH', `/api/admin/articles/${article.id}`, { body: { content: '' } })
    expect((await app.admin('DELETE', place)).status).toBe(204)
    expect((await get(url)).status).toBe(404)
    const { body: trash } = await app.admin('GET', '/api/admin/trash?resource=media')
    const { body: entry } = await app.admin('GET', `/api/admin/trash/${trash.items[0].id}`)
    expect(entry.state).toMatchObject({ mime: 'application/pdf', width: null })
    expect((await app.admin('POST', `/api/admin/trash/${entry.id}/restore`)).status).toBe(200)
    expect(Buffer.from(await (await get(url)).bytes())).toEqual(bytes)
    expect((await get(url)).headers.get('Content-Type')).toBe('application/pdf')
  })

  test('a PDF is replaced everywhere by a PDF, an image by an image', async () => {
    const [old, next] = [await store('old'), await store('next')]
    const image = await store('image', await jpeg())
    const article = await create('articles', {
      title: 'Links',
      content: `<p><a href="${old.url}#page=2">a</a></p>`,
    })
    const replace = (id: number, by: number) =>
      app.admin('POST', `/api/admin/media/${id}/replace`, { body: { with: by } })
    for (const [from, to, message] of [
      [old, image, 'must be a PDF'],
      [image, old, 'must be an image'],
    ])
      expect(await replace(from.id, to.id)).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'with', message }] },
      })
    expect((await replace(old.id, next.id)).body.replaced).toEqual([
      { resource: 'articles', id: article.id, fields: ['content'] },
    ])
    const { body } = await app.admin('GET', `/api/admin/articles/${article.id}`)
    expect(body.content).toBe(`<p><a href="${next.url}#page=2">a</a></p>`)
  })

  test('the sweep knows PDFs', async () => {
    await store('swept')
    app.setClock(new Date('2026-05-04T12:00:00Z'))
    expect(await findLeftovers(app.deps.media)).toMatchObject({ objects: [], images: [] })
  })
})

test('a backup of the media has PDFs and originals, no variants, and brings a lost PDF back', async () => {
  const { storage } = app.deps
  const bytes = pdf()
  const { url } = await store('saved', bytes)
  const image = await store('varied', await png({ width: 400, height: 300 }))
  expect((await get(`${image.url}?w=160&f=webp`)).status).toBe(200)
  const directory = await mkdtemp(join(tmpdir(), 'frontage-documents-'))
  const backup = contextOf({ BACKUP_DIR: directory }, { clock: () => new Date('2026-05-05T00:00:00Z') })
  await copyMedia(backup, { storage, stamp: '20260505T000000Z' })
  const stored = (await remains(app)).objects
  const copied = (await readMediaManifest(directory))!.entries.map(({ key }) => key).sort()
  expect(stored.filter((key) => key.includes('/derived/'))).not.toBeEmpty()
  expect(copied).toEqual(stored.filter((key) => !key.includes('/derived/')))
  expect(copied).toContain(url.slice('/media/'.length))
  await storage.remove(url.slice('/media/'.length))
  expect((await get(url)).status).toBe(404)
  expect(await restoreMedia(backup, { storage, stamp: null })).toMatchObject({ restored: 1 })
  expect(Buffer.from(await (await get(url)).bytes())).toEqual(bytes)
  await rm(directory, { recursive: true })
})
