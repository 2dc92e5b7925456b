// Variants of images over HTTP.
import { afterAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { stampOf } from '../../src/content/images/focal-point.ts'
import { WIDTHS } from '../../src/content/images/image-variants.ts'
import { limits } from '../../src/media/process-image.ts'
import { type Storage, StorageError } from '../../src/platform/storage/storage.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { avif, gif, jpeg, noise, png, remains, upload, webp } from '../support/images.ts'
import { roundsOf } from '../support/rounds.ts'

const site = await startApp()
afterAll(() => site[Symbol.asyncDispose]())

type Options = { headers?: Record<string, string>; method?: string; from?: Pick<TestApp, 'app'> }

async function get(path: string, { headers = {}, method = 'GET', from = site }: Options = {}) {
  const response = await from.app.request(path, { headers, method })
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

const describeImage = async (bytes: Uint8Array) => {
  const { format, width, height, pages, pageHeight, compression } = await sharp(bytes, {
    animated: true,
  }).metadata()
  return {
    format: compression === 'av1' ? 'avif' : format,
    width,
    height: pageHeight ?? height,
    frames: pages ?? 1,
  }
}

const uploaded = async (bytes: Uint8Array) => (await upload(site, bytes)).body as { id: number; url: string }
const derivedKeys = async (url: string) => {
  const directory = `${url.slice('/media/'.length).replace(/[^/]+$/, 'derived/')}${url.split('/').at(-1)}/`
  const { objects } = await remains(site)
  return objects.filter((key) => key.startsWith(directory)).map((key) => key.slice(directory.length))
}

/** White on the left and black on the right, or above and below. */
const halves = (width: number, height: number, isUpright = false) => {
  const size = isUpright ? { width, height: height / 2 } : { width: width / 2, height }
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: { create: { ...size, channels: 3, background: '#fff' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
}
const brightness = async (bytes: Uint8Array) => Math.round((await sharp(bytes).stats()).channels[0]!.mean)

describe('a variant', () => {
  test.each([
    ['?w=640', 'jpeg', 640, 320],
    ['?w=640&f=webp', 'webp', 640, 320],
    ['?w=320&f=avif', 'avif', 320, 160],
    ['?w=320&f=png', 'png', 320, 160],
    ['?w=480&ratio=16x9', 'jpeg', 480, 270],
    ['?w=480&ratio=4x3&f=webp', 'webp', 480, 360],
    ['?w=160&ratio=1x1&f=jpeg', 'jpeg', 160, 160],
    ['?w=640&ratio=191x100', 'jpeg', 640, 335],
  ] as const)('%s has format, width and proportions as asked', async (query, format, width, height) => {
    const { url } = await uploaded(await jpeg({ width: 1_000, height: 500 }))
    const { status, headers, bytes } = await get(url + query)
    expect(status).toBe(200)
    expect(await describeImage(bytes)).toEqual({ format, width, height, frames: 1 })
    expect(headers.get('Content-Type')).toBe(`image/${format}`)
    expect(headers.get('Content-Length')).toBe(String(bytes.byteLength))
  })

  test('for link previews is 1200 by 630', async () => {
    const { url } = await uploaded(await jpeg({ width: 1_500, height: 1_500 }))
    const { bytes } = await get(`${url}?w=1200&ratio=191x100&f=jpeg`)
    expect(await describeImage(bytes)).toMatchObject({ width: 1_200, height: 630 })
    for (const query of ['?w=1200', '?w=1200&ratio=16x9']) expect((await get(url + query)).status).toBe(422)
  })

  test('is never larger than the original, and stored once for all widths beyond it', async () => {
    const { url } = await uploaded(await jpeg({ width: 700, height: 350 }))
    const original = await get(url)
    for (const query of ['?w=768', '?w=2560']) {
      const answer = await get(url + query)
      expect(answer.bytes).toEqual(original.bytes)
      expect(answer.headers.get('ETag')).toBe(original.headers.get('ETag'))
    }
    for (const width of WIDTHS.filter((width) => width >= 768)) {
      expect(await describeImage((await get(`${url}?w=${width}&f=webp`)).bytes)).toMatchObject({
        width: 700,
        height: 350,
      })
      expect(await describeImage((await get(`${url}?w=${width}&ratio=1x1`)).bytes)).toMatchObject({
        width: 350,
        height: 350,
      })
    }
    expect(await derivedKeys(url)).toEqual(['1-480-1x1-aqko9a.jpg', '1-768.webp'])
  })

  test.each([
    ['image/avif,image/webp,*/*;q=0.8', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0, image/webp', 'image/webp'],
    ['*/*', 'image/png'],
    ['', 'image/png'],
  ])('f=auto for "Accept: %s" is %s', async (accept, type) => {
    const { url } = await uploaded(await png({ width: 400, height: 300 }))
    const { headers } = await get(`${url}?w=320&f=auto`, { headers: { Accept: accept } })
    expect([headers.get('Content-Type'), headers.get('Vary')]).toEqual([type, 'Accept'])
    expect((await get(`${url}?w=320`)).headers.get('Vary')).toBeNull()
  })

  test('of a transparent image is white, not black, where it cannot be transparent', async () => {
    const clear = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { url } = await uploaded(clear)
    expect(await brightness((await get(`${url}?w=320&f=jpeg`)).bytes)).toBe(255)
    expect((await sharp((await get(`${url}?w=320&f=webp`)).bytes).stats()).isOpaque).toBe(false)
  })

  test('of an animation stays animated, also cropped', async () => {
    const frames = Array.from({ length: 3 }, (_, index) =>
      sharp({ create: { width: 400, height: 200, channels: 3, background: { r: index * 100, g: 9, b: 9 } } })
        .png()
        .toBuffer(),
    )
    const animation = sharp(await Promise.all(frames), { join: { animated: true } })
    const accept = { headers: { Accept: 'image/avif,image/webp' } }
    for (const bytes of [
      await animation.clone().gif().toBuffer(),
      await animation.clone().webp().toBuffer(),
    ]) {
      const { url } = await uploaded(bytes)
      for (const [query, expected] of [
        ['?w=160&f=webp', { format: 'webp', width: 160, height: 80, frames: 3 }],
        ['?w=160&f=auto', { format: 'webp', width: 160, height: 80, frames: 3 }],
        ['?w=160&ratio=1x1&f=webp', { format: 'webp', width: 160, height: 160, frames: 3 }],
        ['?w=320&ratio=1x1&f=auto', { format: 'webp', width: 200, height: 200, frames: 3 }],
        ['?w=160&f=jpeg', { format: 'jpeg', width: 160, height: 80, frames: 1 }],
        ['?w=160&ratio=1x1&f=avif', { format: 'avif', width: 160, height: 160, frames: 1 }],
      ] as const)
        expect([query, await describeImage((await get(url + query, accept)).bytes)]).toEqual([
          query,
          expected,
        ])
    }
    const still = await uploaded(await gif({ width: 400, height: 300 }))
    expect(await describeImage((await get(`${still.url}?w=160`)).bytes)).toMatchObject({
      format: 'gif',
      width: 160,
    })
  })

  test('has a strong ETag, is cached for a year, and answers HEAD, ranges and conditions as an original does', async () => {
    const { url } = await uploaded(await jpeg({ width: 800, height: 400 }))
    const address = `${url}?w=640&f=webp`
    const head = await get(address, { method: 'HEAD' })
    const { headers, bytes } = await get(address)
    const etag = headers.get('ETag')!
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(etag).not.toBe((await get(url)).headers.get('ETag')!)
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain('sandbox')
    expect([head.status, head.headers.get('ETag'), head.headers.get('Content-Length')]).toEqual([
      200,
      etag,
      String(bytes.byteLength),
    ])
    const cached = await get(address, { headers: { 'If-None-Match': etag } })
    expect([cached.status, cached.bytes.byteLength]).toEqual([304, 0])
    const part = await get(address, { headers: { Range: 'bytes=2-5' } })
    expect([part.status, part.bytes, part.headers.get('Content-Range')]).toEqual([
      206,
      bytes.slice(2, 6),
      `bytes 2-5/${bytes.byteLength}`,
    ])
    const beyond = await get(address, { headers: { Range: 'bytes=9999999-' } })
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.byteLength}`])
    // The first request of another one, already for a part.
    const first = await get(`${url}?w=320&f=webp`, { headers: { Range: 'bytes=0-3' } })
    expect([first.status, Buffer.from(first.bytes).toString()]).toEqual([206, 'RIFF'])
  })

  test.each([
    ['w=641', 'w', '160, 320, 480, 640, 768, 960, 1280, 1600, 1920, 2560'],
    ['w=', 'w', '2560'],
    ['w=640.0', 'w', '2560'],
    ['ratio=1x1', 'w', '2560'],
    ['f=webp', 'w', '2560'],
    ['w=640&ratio=3x2', 'ratio', '16x9, 4x3, 1x1, 191x100'],
    ['w=640&f=gif', 'f', 'auto, webp, avif, jpeg, png'],
    ['w=640&v=abc', 'v', 'images'],
    ['w=640&v=aqko9b', 'v', 'images'],
    ['w=640&w=320', 'w', 'repeated'],
    ['w=640&h=480', 'h', 'w, ratio, f, v'],
  ])('?%s is 422 at "%s", naming what is allowed, and stores nothing', async (query, path, named) => {
    const { url } = await uploaded(await jpeg({ width: 1_000, height: 500 }))
    const { status, bytes } = await get(`${url}?${query}`)
    expect(status).toBe(422)
    const issue = JSON.parse(Buffer.from(bytes).toString()).errors.find(
      (it: { path: string }) => it.path === path,
    )
    expect(issue.message).toContain(named)
    expect(await derivedKeys(url)).toEqual([])
  })

  test('other parameters alone are ignored, as before', async () => {
    const { url } = await uploaded(await jpeg())
    expect((await get(`${url}?utm_source=x&x=1`)).status).toBe(200)
    expect((await get(`${url}?w=160&utm_source=x`)).status).toBe(200)
  })

  test('of every format can be made', async () => {
    for (const make of [jpeg, png, webp, gif, avif]) {
      const { url } = await uploaded(await make({ width: 400, height: 300 }))
      for (const format of ['webp', 'avif', 'jpeg', 'png'])
        expect(await describeImage((await get(`${url}?w=320&f=${format}`)).bytes)).toEqual({
          format,
          width: 320,
          height: 240,
          frames: 1,
        })
    }
  })
})

describe('an image that is turned or cropped', () => {
  /** White on the left, black on the right, and no more than one pixel of something else. */
  const shown = async ({ bytes }: { bytes: Uint8Array }) => {
    const { width, height } = await describeImage(bytes)
    const sideOf = async (left: number, top: number) =>
      brightness(
        await sharp(bytes)
          .extract({ left, top, width: Math.floor(width / 4), height: Math.floor(height / 4) })
          .png()
          .toBuffer(),
      )
    const [first, last] = [
      await sideOf(0, 0),
      await sideOf(Math.floor((width * 3) / 4), Math.floor((height * 3) / 4)),
    ]
    return { width, height, first, last }
  }
  const [white, black] = [255, 0]

  test.each([
    ['turned by 90°', { rotation: 90 }, 200, 800, white, black],
    ['turned by 180°', { rotation: 180 }, 800, 200, black, white],
    ['turned by 270°', { rotation: 270 }, 200, 800, black, white],
    ['cut to its left', { crop: { x: 0, y: 0, width: 0.5, height: 1 } }, 400, 200, white, white],
    ['cut to its right', { crop: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } }, 400, 100, black, black],
    [
      'turned, then cut to its lower half',
      { rotation: 90, crop: { x: 0, y: 0.5, width: 1, height: 0.5 } },
      ...([200, 400, black, black] as const),
    ],
  ])('%s is so in every variant and in public reads; the original stays', async (...row) => {
    const [, edit, width, height, first, last] = row
    const original = await halves(800, 200)
    const { id, url } = await uploaded(original)
    const before = await get(url)
    await get(`${url}?w=160`)
    const { status, body } = await site.admin('PATCH', `/api/admin/media/${id}`, { body: edit })
    expect([status, body]).toEqual([200, expect.objectContaining({ width: 800, height: 200, ...edit })])
    await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo: url } })
    const image = (await site.anyone('GET', '/api/site')).body.images[url]
    expect(image).toMatchObject({ width, height, placeholder: null })
    // Nothing is left of what the variants showed before.
    expect(await derivedKeys(url)).toEqual([])
    const whole = await get(`${url}?w=2560&v=${image.v}`)
    expect(await shown(whole)).toEqual({ width, height, first, last })
    expect(whole.headers.get('Cache-Control')).toContain('immutable')
    const unstamped = await get(`${url}?w=2560`)
    expect(unstamped.bytes).toEqual(whole.bytes)
    expect(unstamped.headers.get('Cache-Control')).toBe('public, max-age=300')
    const square = await shown(await get(`${url}?w=160&ratio=1x1&v=${image.v}`))
    expect(square.width).toBe(square.height)
    expect((await get(url)).bytes).toEqual(before.bytes)
    const reset = { rotation: 0, crop: null }
    expect((await site.admin('PATCH', `/api/admin/media/${id}`, { body: reset })).body).toMatchObject(reset)
    const { status: moved, headers } = await get(`${url}?w=2560&v=${image.v}`)
    expect([moved, headers.get('Location')]).toEqual([302, `${url}?w=2560`])
    expect(await shown(await get(`${url}?w=2560`))).toEqual(await shown(before))
  })

  test('keeps the focal point of the original in view', async () => {
    const { id, url } = await uploaded(await halves(800, 200))
    const edit = { focal_x: 0.75, rotation: 90, crop: { x: 0, y: 0.25, width: 1, height: 0.75 } }
    await site.admin('PATCH', `/api/admin/media/${id}`, { body: edit })
    await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo: url } })
    const { focal } = (await site.anyone('GET', '/api/site')).body.images[url]
    expect(focal).toEqual({ x: 0.5, y: 0.667 })
    expect(await brightness((await get(`${url}?w=160&ratio=16x9`)).bytes)).toBe(black)
  })

  test.each([
    [{ rotation: 45 }, 'rotation'],
    [{ crop: { x: 0, y: 0, width: 0, height: 1 } }, 'crop.width'],
    [{ crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }, 'crop'],
    [{ crop: { x: 0, y: 0, width: 1 } }, 'crop.height'],
    [{ crop: [] }, 'crop'],
  ])('%j is 422 and changes nothing', async (body, path) => {
    const { id } = await uploaded(await jpeg())
    const answer = await site.admin('PATCH', `/api/admin/media/${id}`, { body })
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
    expect((await site.admin('GET', `/api/admin/media/${id}`)).body.version).toBe(1)
  })

  test('a GIF can be cropped, but not turned, since it may be an animation', async () => {
    const { id, url } = await uploaded(await gif())
    const turned = await site.admin('PATCH', `/api/admin/media/${id}`, { body: { rotation: 90 } })
    expect([turned.status, turned.body.errors[0].path]).toEqual([422, 'rotation'])
    const crop = { x: 0, y: 0, width: 0.5, height: 1 }
    const before = await describeImage((await get(url)).bytes)
    await site.admin('PATCH', `/api/admin/media/${id}`, { body: { crop } })
    const after = await describeImage((await get(`${url}?w=2560`)).bytes)
    expect(after).toEqual({ ...before, width: before.width / 2 })
  })
})

describe('the focal point', () => {
  test('is kept in view by crops, whose URLs it changes', async () => {
    const { id, url } = await uploaded(await halves(800, 200))
    const addressOf = async () => {
      await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo: url } })
      const { v } = (await site.anyone('GET', '/api/site')).body.images[url]
      return `${url}?w=160&ratio=1x1&v=${v}`
    }
    const move = (body: object) => site.admin('PATCH', `/api/admin/media/${id}`, { body })
    const centre = await addressOf()
    expect(await brightness((await get(centre)).bytes)).toBeWithin(120, 136)
    expect((await move({ focal_x: 0 })).body).toMatchObject({ focal_x: 0, focal_y: 0.5, version: 2 })
    const left = await addressOf()
    expect(await brightness((await get(left)).bytes)).toBe(255)
    expect((await move({ focal_x: 1, focal_y: 0.123456 })).body).toMatchObject({ focal_x: 1, focal_y: 0.123 })
    const right = await addressOf()
    expect(await brightness((await get(right)).bytes)).toBe(0)
    expect(new Set([centre, left, right]).size).toBe(3)
    // Only the crop of the current point is kept.
    expect(await derivedKeys(url)).toEqual([`1-160-1x1-${right.slice(-6)}.png`])
  })

  test('works in tall images as well', async () => {
    const { id, url } = await uploaded(await halves(200, 800, true))
    await site.admin('PATCH', `/api/admin/media/${id}`, { body: { focal_y: 1 } })
    expect(await brightness((await get(`${url}?w=160&ratio=16x9`)).bytes)).toBe(0)
  })

  test('makes only the current address immutable; without a stamp a crop is the current one for a while', async () => {
    const { id, url } = await uploaded(await halves(800, 200))
    await site.admin('PATCH', `/api/admin/media/${id}`, { body: { focal_x: 0 } })
    const { status, headers, bytes } = await get(`${url}?w=160&ratio=1x1`)
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300'])
    expect(await brightness(bytes)).toBe(255)
    expect((await get(`${url}?w=160`)).headers.get('Cache-Control')).toContain('immutable')
  })

  test('an earlier stamp redirects to the current one, uncached, also after moving back and forth', async () => {
    const { id, url } = await uploaded(await halves(800, 200))
    const crop = (v: string) => `${url}?w=160&ratio=1x1&f=webp&v=${v}`
    const stamps = { 0: stampOf({ x: 0, y: 0.5 }), 1: stampOf({ x: 1, y: 0.5 }) }
    for (const focal_x of [0, 1, 0] as const) {
      await site.admin('PATCH', `/api/admin/media/${id}`, { body: { focal_x } })
      const [current, other] = [stamps[focal_x], stamps[focal_x ? 0 : 1]]
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, bytes } = await get(crop(other), { method })
        expect([status, bytes.byteLength]).toEqual([302, 0])
        expect([headers.get('Location'), headers.get('Cache-Control')]).toEqual([crop(current), 'no-store'])
      }
      const { status, headers, bytes } = await get(crop(current))
      expect([status, headers.get('Cache-Control')]).toEqual([200, expect.stringContaining('immutable')])
      expect(await brightness(bytes)).toBe(focal_x ? 0 : 255)
    }
  })

  test.each([
    [{ focal_x: 1.01 }],
    [{ focal_y: -0.1 }],
    [{ focal_x: '0.5' }],
    [{ focal_x: null }],
    [{ focal: 1 }],
  ])('%j is 422 and changes nothing', async (body) => {
    const { id } = await uploaded(await jpeg())
    expect((await site.admin('PATCH', `/api/admin/media/${id}`, { body })).status).toBe(422)
    expect((await site.admin('GET', `/api/admin/media/${id}`)).body).toMatchObject({
      version: 1,
      focal_x: 0.5,
    })
  })

  /** The row that a replica keeps of an image; the news of the upload may remove the first ones. */
  async function cachedRow(url: string, { app, deps }: Pick<TestApp, 'app' | 'deps'>) {
    for (;;) {
      await get(`${url}?w=160&ratio=1x1`, { from: { app } })
      const row = deps.media.imageCache.get(url.slice('/media/'.length))
      if (row) return row
    }
  }

  test('moved by one replica is the point of the crops of all', async () => {
    const { app, deps } = await site.beside()
    for (let round = 0; round < roundsOf(20, 20); round++) {
      const { id, url } = await uploaded(await halves(800, 200))
      const outdated = await cachedRow(url, { app, deps })
      await site.admin('PATCH', '/api/admin/site-settings/1', { body: { logo: url } })
      await site.admin('PATCH', `/api/admin/media/${id}`, { body: { focal_x: 0 } })
      const { v } = (await site.anyone('GET', '/api/site')).body.images[url]
      // The replica seems not to have heard of the change yet.
      deps.media.imageCache.add(outdated)
      const { headers, bytes } = await get(`${url}?w=160&ratio=1x1&v=${v}`, { from: { app } })
      expect([await brightness(bytes), headers.get('Cache-Control')]).toEqual([
        255,
        expect.stringContaining('immutable'),
      ])
    }
  })
})

describe('deleting an image', () => {
  test('deletes its variants; restored, it has them again', async () => {
    const { id, url } = await uploaded(await jpeg({ width: 800, height: 400 }))
    const address = `${url}?w=640&f=webp`
    const before = await get(address)
    await site.admin('DELETE', `/api/admin/media/${id}`)
    expect([(await get(address)).status, await derivedKeys(url)]).toEqual([404, []])
    expect((await get(`${url}?w=320`)).status).toBe(404)
    const { body } = await site.admin('GET', '/api/admin/trash')
    const entry = body.items.find((it: { label: string }) => it.label === url)
    await site.admin('POST', `/api/admin/trash/${entry.id}/restore`)
    expect((await get(address)).bytes).toEqual(before.bytes)
  })

  test('while another replica makes a variant leaves none behind', async () => {
    const { app } = await site.beside()
    for (let round = 0; round < roundsOf(25, 25); round++) {
      const { id, url } = await uploaded(await jpeg({ width: 800, height: 400 }))
      await get(url, { from: { app } })
      const address = `${url}?w=640&f=webp`
      const making = Promise.all([get(address, { from: { app } }), get(address)])
      await Bun.sleep(round)
      expect((await site.admin('DELETE', `/api/admin/media/${id}`)).status).toBe(204)
      await making
      expect([(await get(address)).status, (await get(address, { from: { app } })).status]).toEqual([
        404, 404,
      ])
      expect(await derivedKeys(url)).toEqual([])
    }
  })
})

describe('many requests at once', () => {
  test('for a new variant do the work once in a process', async () => {
    const { url } = await uploaded(await jpeg({ width: 800, height: 400 }))
    const { storage } = site.deps
    let puts = 0
    const { put } = storage
    storage.put = (...args) => {
      puts++
      return put(...args)
    }
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, () => get(`${url}?w=640&f=webp`)))
      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('ETag')}`)).size).toBe(1)
      expect(new Set(answers.map(({ bytes }) => Bun.hash(bytes))).size).toBe(1)
      expect(puts).toBe(1)
    } finally {
      storage.put = put
    }
  })

  test('on three replicas get the same bytes and leave one object', async () => {
    const replicas = [site, await site.beside(), await site.beside()]
    for (let round = 0; round < roundsOf(20, 20); round++) {
      const { url } = await uploaded(await jpeg({ width: 600 + round, height: 400 }))
      const answers = await Promise.all(
        replicas.flatMap((from) => [1, 2, 3].map(() => get(`${url}?w=320&f=webp`, { from }))),
      )
      expect(
        new Set(
          answers.map(({ status, headers, bytes }) => `${status} ${headers.get('ETag')} ${Bun.hash(bytes)}`),
        ).size,
      ).toBe(1)
      expect(await derivedKeys(url)).toEqual(['1-320.webp'])
    }
  })
})

describe('without the store', () => {
  const silent = () => Promise.reject(new StorageError(true, new Error('silent')))

  /** An app whose store can be cut off. */
  async function appWithStore(kind: Storage['kind']) {
    let isAway = false
    const cut = (storage: Storage): Storage => ({
      ...storage,
      kind,
      get: (...args) => (isAway ? silent() : storage.get(...args)),
      put: (...args) => (isAway ? silent() : storage.put(...args)),
    })
    const app = await site.beside({ storage: cut(site.deps.storage) })
    return { app: app.app, setAway: (away: boolean) => (isAway = away) }
  }

  test('a new variant is 503, a known one is still served, and afterwards everything is', async () => {
    const { app, setAway } = await appWithStore('s3')
    const { url } = await uploaded(await noise(400, 300).jpeg().toBuffer())
    const known = await get(`${url}?w=320&f=webp`, { from: { app } })
    setAway(true)
    const fresh = await Promise.all(
      WIDTHS.slice(0, 2).map((width) => get(`${url}?w=${width}&f=avif`, { from: { app } })),
    )
    expect(fresh.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    const again = await get(`${url}?w=320&f=webp`, { from: { app } })
    expect([again.status, again.bytes]).toEqual([200, known.bytes])
    setAway(false)
    expect((await get(`${url}?w=160&f=avif`, { from: { app } })).status).toBe(200)
  })

  test('a variant whose original is damaged is 503 and stores nothing', async () => {
    const { url } = await uploaded(await jpeg())
    const key = url.slice('/media/'.length)
    await site.deps.storage.remove(key)
    await site.deps.storage.put(key, new Uint8Array(100), { type: 'image/jpeg' })
    expect((await get(`${url}?w=160&f=webp`)).status).toBe(503)
    expect(await derivedKeys(url)).toEqual([])
  })
})

test('the largest upload still has a variant of its longest side', async () => {
  const { url } = await uploaded(await jpeg({ width: limits.longestSide + 200, height: 300 }))
  expect(await describeImage((await get(`${url}?w=2560&f=webp`)).bytes)).toMatchObject({ width: 2_560 })
})
