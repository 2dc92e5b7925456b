import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startApp } from '../support/app.ts'
import { png, upload } from '../support/images.ts'

const app = await startApp({ MEDIA_PUBLIC_BASE: 'https://cdn.example' })
app.setClock(new Date('2026-05-04T10:00:00Z'))
afterAll(() => app[Symbol.asyncDispose]())

const store = async (name: string, fields: Record<string, string> = {}) =>
  (await upload(app, await png(), { name, ...fields })).body
const create = async (resource: string, body: unknown) =>
  (await app.admin('POST', `/api/admin/${resource}`, { body })).body

describe('the list', () => {
  beforeAll(async () => {
    await store('red roof', { alt: 'A house', title: 'First' })
    await store('blue roof', { alt: '100% نما' })
    await store('door', { title: 'The roof is behind' })
  })
  const search = async (query: string) => {
    const { body } = await app.admin('GET', `/api/admin/media?${query}`)
    return body.items.map(({ url }: { url: string }) => url.slice('/media/2026/05/'.length))
  }

  test('is newest first, whole or paged', async () => {
    expect(await search('')).toEqual(['door.png', 'blue-roof.png', 'red-roof.png'])
    const { body } = await app.admin('GET', '/api/admin/media?page=2&per_page=2')
    expect(body).toMatchObject({
      page: 2,
      per_page: 2,
      total: 3,
      items: [{ url: '/media/2026/05/red-roof.png' }],
    })
  })

  test.each<[string, string[]]>([
    ['ROOF', ['door.png', 'blue-roof.png', 'red-roof.png']],
    ['roof red', ['red-roof.png']],
    ['house', ['red-roof.png']],
    ['first', ['red-roof.png']],
    ['100%', ['blue-roof.png']],
    ['نما', ['blue-roof.png']],
    ['نَما\u200c', ['blue-roof.png']],
    ['r%f', []],
    ['_', []],
    ['\\', []],
    ['zebra', []],
  ])('finds %p', async (text, expected) => {
    expect(await search(`search=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  test('is narrowed to a tag, whose names are listed with counts, and to what has no alt text', async () => {
    const { body: listed } = await app.admin('GET', '/api/admin/media?search=roof')
    const [door, blue] = listed.items
    const change = async (id: number, body: object) =>
      expect((await app.admin('PATCH', `/api/admin/media/${id}`, { body })).status).toBe(200)
    await change(door.id, { tags: ['نما', 'door'] })
    await change(blue.id, { tags: ['نما'], alt_en: 'A blue roof' })
    expect(await search(`tag=${encodeURIComponent('نما')}`)).toEqual(['door.png', 'blue-roof.png'])
    expect(await search('tag=door')).toEqual(['door.png'])
    expect(await search('tag=no-such-tag')).toEqual([])
    const { body } = await app.admin('GET', '/api/admin/media/tags')
    expect(body.items).toEqual([
      { tag: 'نما', count: 2 },
      { tag: 'door', count: 1 },
    ])
    expect(await search('alt_empty=true')).toEqual(['door.png'])
    expect(await search('alt_en_empty=true')).toEqual(['door.png', 'red-roof.png'])
    expect(await search('alt_en_empty=false')).toEqual(['blue-roof.png'])
    expect(await search('search=blue&alt_empty=false')).toEqual(['blue-roof.png'])
    for (const { id } of [door, blue]) await change(id, { tags: [], alt_en: null })
  })

  test('422 for invalid parameters', async () => {
    expect((await app.admin('GET', '/api/admin/media?alt_empty=maybe')).status).toBe(422)
    expect((await app.admin('GET', `/api/admin/media?tag=${'a'.repeat(61)}`)).status).toBe(422)
    expect((await app.admin('GET', '/api/admin/media?page=0')).status).toBe(422)
    expect((await app.admin('GET', `/api/admin/media?search=${'a'.repeat(201)}`)).status).toBe(422)
    expect((await app.admin('GET', '/api/admin/media?search=a%00b')).status).toBe(422)
  })
})

describe('an image', () => {
  test('PATCH changes alt and title and honours If-Match', async () => {
    const { id } = await store('described', { alt: 'Old', title: 'Old' })
    const path = `/api/admin/media/${id}`
    const first = await app.admin('PATCH', path, { body: { alt: 'New' }, headers: { 'If-Match': '"1"' } })
    expect(first).toMatchObject({ status: 200, body: { alt: 'New', title: 'Old', version: 2 } })
    expect(first.headers.get('ETag')).toBe('"2"')
    const stale = await app.admin('PATCH', path, { body: { alt: 'x' }, headers: { 'If-Match': '"1"' } })
    expect([stale.status, stale.headers.get('ETag')]).toEqual([412, '"2"'])
    expect((await app.admin('PATCH', path, { body: { alt: null, title: '' } })).body).toMatchObject({
      alt: null,
      title: null,
      version: 3,
    })
    expect((await app.admin('PATCH', path, { body: {} })).body.version).toBe(3)
  })

  test.each([{ url: '/media/x.png' }, { alt: 5 }, { alt: 'a'.repeat(301) }, { title: 'a\0' }, 5, null])(
    'PATCH refuses %j',
    async (body) => {
      const { id } = await store('strict')
      expect((await app.admin('PATCH', `/api/admin/media/${id}`, { body })).status).toBe(422)
    },
  )

  test.each(['0', 'x', '999999', '99999999999'])('404 for the id %s', async (id) => {
    for (const method of ['GET', 'DELETE'])
      expect((await app.admin(method, `/api/admin/media/${id}`)).status).toBe(404)
    expect((await app.admin('PATCH', `/api/admin/media/${id}`, { body: {} })).status).toBe(404)
  })

  test('405 with Allow for another method', async () => {
    const allowed = async (method: string, path: string) =>
      (await app.admin(method, path, { body: {} })).headers.get('Allow')
    expect(await allowed('PUT', '/api/admin/media/1')).toBe('GET, HEAD, PATCH, DELETE')
    expect(await allowed('POST', '/api/admin/media')).toBe('GET, HEAD')
    expect(await allowed('GET', '/api/admin/upload')).toBe('POST')
    expect(await allowed('PUT', '/api/admin/import-image')).toBe('POST')
    expect(await allowed('POST', '/api/admin/articles/1/images')).toBe('PATCH')
  })
})

describe('usage', () => {
  test('lists every record that shows the image and prevents its removal', async () => {
    const { id, url } = await store('نمای کار')
    const other = await store('other')
    const article = await create('articles', {
      title: 'Draft',
      content: `<p><img src="${encodeURI(url)}"></p>`,
      content_en: `<p><img src="https://cdn.example${url}?w=1"></p>`,
    })
    const project = await create('projects', {
      title: 'P',
      title_en: 'P in English',
      image: `https://cdn.example${url}`,
    })
    const menu = await create('menu', { label: 'M', url })
    const picture = await create('gallery', { image: url })
    const { body } = await app.admin('GET', `/api/admin/media/${id}`)
    expect(body.used_in).toEqual([
      { resource: 'menu', id: menu.id, label: 'M', label_en: null, fields: ['url'], draft: false },
      {
        resource: 'projects',
        id: project.id,
        label: 'P',
        label_en: 'P in English',
        fields: ['image'],
        draft: false,
      },
      {
        resource: 'gallery',
        id: picture.id,
        label: `gallery ${picture.id}`,
        label_en: null,
        fields: ['image'],
        draft: false,
      },
      {
        resource: 'articles',
        id: article.id,
        label: 'Draft',
        label_en: null,
        fields: ['content', 'content_en'],
        draft: false,
      },
    ])
    expect(body.uploaded_by).toBe('Admin')
    const refused = await app.admin('DELETE', `/api/admin/media/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect(refused.body.errors).toContainEqual({
      path: `articles/${article.id}`,
      code: 'in_use',
      message: 'uses this file in content, content_en',
    })
    expect((await app.anyone('GET', url)).status).toBe(200)
    expect((await app.admin('GET', `/api/admin/media/${other.id}`)).body.used_in).toEqual([])
    for (const [resource, used] of Object.entries({
      articles: article,
      projects: project,
      menu,
      gallery: picture,
    }))
      await app.admin('DELETE', `/api/admin/${resource}/${used.id}`)
    expect((await app.admin('DELETE', `/api/admin/media/${id}`)).status).toBe(204)
    expect((await app.anyone('GET', url)).status).toBe(404)
  })

  test('does not confuse names with a common prefix', async () => {
    const [short, long] = [await store('view'), await store('view of it')]
    await create('gallery', { image: long.url })
    expect((await app.admin('DELETE', `/api/admin/media/${short.id}`)).status).toBe(204)
    expect((await app.admin('DELETE', `/api/admin/media/${long.id}`)).status).toBe(409)
  })

  test('412 for a stale DELETE', async () => {
    const { id } = await store('stale')
    await app.admin('PATCH', `/api/admin/media/${id}`, { body: { alt: 'x' } })
    const { status } = await app.admin('DELETE', `/api/admin/media/${id}`, { headers: { 'If-Match': '"1"' } })
    expect(status).toBe(412)
  })
})

test('403 for a creator, 401 without a token', async () => {
  const creator = await app.signIn('creator')
  const { id } = await store('guarded')
  for (const [method, path] of [
    ['GET', '/api/admin/media'],
    ['GET', `/api/admin/media/${id}`],
    ['PATCH', `/api/admin/media/${id}`],
    ['DELETE', `/api/admin/media/${id}`],
    ['PATCH', '/api/admin/articles/1/images'],
  ] as const) {
    const body = method === 'PATCH' ? { body: {} } : {}
    expect((await creator(method, path, body)).status).toBe(403)
    expect((await app.anyone(method, path, body)).status).toBe(401)
  }
})

describe('files that are not used, and the order of the list', () => {
  const names = async (query: string) => {
    const { body } = await app.admin('GET', `/api/admin/media?per_page=100&page=1&${query}`)
    return body.items.map(({ url }: { url: string }) => url.slice(url.lastIndexOf('/') + 1))
  }

  test('an image in a field or a text, raw or percent-encoded, is used', async () => {
    const [field, text, none] = [await store('in field'), await store('در متن'), await store('nowhere')]
    await create('articles', {
      title: 'عکس',
      image: field.url,
      content: `<p><img src="${encodeURI(text.url)}"></p>`,
    })
    const unused = await names('unused=true')
    expect(unused).toContain(none.url.slice('/media/2026/05/'.length))
    expect(unused).not.toContain('in-field.png')
    expect(unused).not.toContain('در-متن.png')
    expect(await names('unused=false')).toContain('in-field.png')
  })

  test('by age, name or size', async () => {
    const [newest, oldest] = [await names('sort=newest'), await names('sort=oldest')]
    expect(oldest).toEqual(newest.toReversed())
    const byName = await names('sort=name')
    expect(byName).toEqual(byName.toSorted(new Intl.Collator('fa').compare))
    const { body } = await app.admin('GET', '/api/admin/media?sort=size')
    const sizes = body.items.map(({ size }: { size: number }) => size)
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
    expect((await app.admin('GET', '/api/admin/media?sort=colour')).status).toBe(422)
  })
})

describe('replacing an image everywhere', () => {
  const replace = (id: number, body: unknown) => app.admin('POST', `/api/admin/media/${id}/replace`, { body })

  test('changes fields and texts in every record, with a revision each, and leaves longer names alone', async () => {
    const [before, after, longer] = [await store('before'), await store('after'), await store('before')]
    expect(longer.url).toContain('before-2.png')
    const html = `<p><img src="${before.url}" alt="a" width="9" height="9"><img src="${longer.url}" alt="b"></p>`
    const article = await create('articles', { title: 'جایگزینی', image: before.url, content: html })
    const service = await create('services', { title: 'خدمت', image: before.url })
    const { status, body } = await replace(before.id, { with: after.id })
    expect(status).toBe(200)
    expect(body.replaced).toEqual(
      expect.arrayContaining([
        { resource: 'articles', id: article.id, fields: expect.arrayContaining(['image', 'content']) },
        { resource: 'services', id: service.id, fields: ['image'] },
      ]),
    )
    const changed = (await app.admin('GET', `/api/admin/articles/${article.id}`)).body
    expect(changed).toMatchObject({ image: after.url, version: 2 })
    expect(changed.content).toBe(
      `<p><img src="${after.url}" alt="a" width="${after.width}" height="${after.height}" /><img src="${longer.url}" alt="b" /></p>`,
    )
    const revisions = await app.admin('GET', `/api/admin/articles/${article.id}/revisions`)
    expect(revisions.body.items).toHaveLength(2)
    expect((await app.admin('GET', `/api/admin/media/${before.id}`)).body.used_in).toEqual([])
    expect((await replace(before.id, { with: after.id })).body.replaced).toEqual([])
  })

  test('422 for itself, an unknown image and other bodies; 404 for an unknown id', async () => {
    const { id } = await store('alone')
    for (const body of [{ with: id }, { with: 999_999 }, { with: 'x' }, {}, { with: id, url: 'x' }])
      expect((await replace(id, body)).status).toBe(422)
    expect((await replace(999_999, { with: id })).status).toBe(404)
  })

  test('403 for creators', async () => {
    const [one, two] = [await store('one'), await store('two')]
    const creator = await app.signIn('creator')
    const { status } = await creator('POST', `/api/admin/media/${one.id}/replace`, { body: { with: two.id } })
    expect(status).toBe(403)
  })
})
