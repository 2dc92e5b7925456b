import { afterAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { stampOf } from '../../src/content/images/focal-point.ts'
import { startApp } from '../support/app.ts'
import * as images from '../support/images.ts'
import { remains, send, upload } from '../support/images.ts'

const app = await startApp({ MEDIA_MAX_UPLOAD_MB: '1' })
app.setClock(new Date('2026-05-04T10:00:00Z'))
afterAll(() => app[Symbol.asyncDispose]())

const MEGABYTE = 1_048_576
const inMonth = (name: string) => `/media/2026/05/${name}`

describe('an upload', () => {
  test('is stored under its slug and returns the record', async () => {
    const { status, headers, body } = await upload(app, await images.jpeg(), {
      filename: 'Summer Roof.JPG',
      alt: ' A roof ',
      title: '',
    })
    expect(status).toBe(201)
    expect(headers.get('Location')).toBe(`/api/admin/media/${body.id}`)
    expect(headers.get('ETag')).toBe('"1"')
    expect(body).toEqual({
      id: expect.any(Number),
      version: 1,
      url: inMonth('summer-roof.jpg'),
      width: 40,
      height: 30,
      size: expect.any(Number),
      mime: 'image/jpeg',
      alt: 'A roof',
      title: null,
      focal_x: 0.5,
      focal_y: 0.5,
      alt_en: null,
      tags: [],
      rotation: 0,
      crop: null,
      v: stampOf({ x: 0.5, y: 0.5 }),
      placeholder: expect.any(String),
      created_at: '2026-05-04T10:00:00.000Z',
      updated_at: '2026-05-04T10:00:00.000Z',
    })
  })

  test.each<[string, string, string | undefined, string]>([
    ['a requested name takes precedence', 'a.jpg', 'Front View', 'front-view.jpg'],
    ['an empty name falls back to the file name', 'from the file.jpeg', '', 'from-the-file.jpg'],
    ['keeps any script', 'نمای ساختمان.jpg', undefined, 'نمای-ساختمان.jpg'],
    ['the extension follows the bytes', 'drawing.png', undefined, 'drawing.jpg'],
    ['other dots separate words', 'v1.2.final.jpg', undefined, 'v1-2-final.jpg'],
    ['a quote is treated like other punctuation', 'a "quoted" name.jpg', undefined, 'a-quoted-name.jpg'],
  ])('%s', async (_, filename, name, expected) => {
    const { status, body } = await upload(app, await images.jpeg(), { filename, name })
    expect(status).toBe(201)
    expect(body.url).toBe(inMonth(expected))
  })

  test('a long name is cut to 150 bytes at a character boundary', async () => {
    const { body } = await upload(app, await images.jpeg(), { name: 'ن'.repeat(200) })
    expect(body.url).toBe(inMonth(`${'ن'.repeat(75)}.jpg`))
  })

  test('a taken name gets a number per extension', async () => {
    const urls: string[] = []
    for (const make of [images.png, images.png, images.gif, images.png])
      urls.push((await upload(app, await make(), { name: 'taken' })).body.url)
    expect(urls).toEqual(['taken.png', 'taken-2.png', 'taken.gif', 'taken-3.png'].map(inMonth))
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'accepts %s and keeps the format',
    async (format) => {
      const { status, body } = await upload(app, await images.inFormat[format](), {
        name: `format ${format}`,
      })
      expect(status).toBe(201)
      expect(body.mime).toBe(`image/${format}`)
      const stored = await app.app.request(body.url)
      const { format: found } = await sharp(await stored.bytes()).metadata()
      expect(found).toBe(format === 'avif' ? 'heif' : format)
    },
  )

  test('the image stays when its uploader is deleted', async () => {
    const other = await app.signIn('admin')
    const { body } = await upload({ app: app.app, admin: other }, await images.png())
    await app.admin('DELETE', `/api/admin/users/${other.id}`)
    expect((await app.admin('GET', `/api/admin/media/${body.id}`)).status).toBe(200)
  })
})

describe('the size limit', () => {
  test('a file of exactly the limit is accepted', async () => {
    expect((await upload(app, await images.jpegOf(MEGABYTE))).status).toBe(201)
  })

  test('one byte more is 413 and stores nothing', async () => {
    const before = await remains(app)
    const { status, body } = await upload(app, await images.jpegOf(MEGABYTE + 1))
    expect(status).toBe(413)
    expect(body.code).toBe('payload_too_large')
    expect(body.detail).toBe('The file is too large; the maximum is 1 MB (1048576 bytes).')
    expect(await remains(app)).toEqual(before)
  })

  test('is enforced while reading a body without Content-Length', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect((await send(app, endless, type)).status).toBe(413)
    expect(sent).toBeLessThan(3 * MEGABYTE)
  })

  test('is enforced when Content-Length is too small', async () => {
    const { status } = await send(app, new Uint8Array(3 * MEGABYTE), {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '10',
    })
    expect(status).toBe(413)
  })
})

const SCRIPT = '<script>alert(1)</script>'
const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('invalid input stores neither row nor object:', () => {
  const files: [string, number, () => Uint8Array | Promise<Uint8Array>][] = [
    ['an empty file', 422, () => new Uint8Array()],
    [
      'SVG with an image’s file name',
      415,
      () => bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    ],
    ['HTML with an image’s file name', 415, () => bytes(`<!doctype html>${SCRIPT}`)],
    ['a script with the signature of a GIF', 422, () => bytes('GIF89a/*\0\0\0\0\0*/=1;alert(1)//;')],
    [
      'a GIF whose dimensions form a comment opener',
      422,
      async () => {
        const image = Buffer.from(await images.gif())
        image.write('/*', 6, 'latin1')
        return image
      },
    ],
    [
      'a GIF with a script after its trailer',
      422,
      async () => Buffer.concat([await images.gif(), bytes(SCRIPT)]),
    ],
    [
      'a truncated JPEG',
      422,
      async () => (await images.noise(200, 200).jpeg().toBuffer()).subarray(0, 9_000),
    ],
    ['a truncated PNG', 422, async () => (await images.noise(200, 200).png().toBuffer()).subarray(0, 9_000)],
    [
      'a truncated WebP',
      422,
      async () => (await images.noise(200, 200).webp().toBuffer()).subarray(0, 3_000),
    ],
    ['a truncated GIF', 422, async () => (await images.noise(200, 200).gif().toBuffer()).subarray(0, 9_000)],
    [
      'a truncated AVIF',
      422,
      async () => (await images.noise(64, 64).avif({ effort: 0 }).toBuffer()).subarray(0, 900),
    ],
    [
      'a corrupt PNG',
      422,
      async () => {
        const image = await images.noise(100, 100).png().toBuffer()
        return image.fill(0, 5_000, 6_000)
      },
    ],
    [
      'a JPEG with missing bytes',
      422,
      async () => {
        const image = await images.noise(100, 100).jpeg().toBuffer()
        return Buffer.concat([image.subarray(0, 2_000), image.subarray(4_000)])
      },
    ],
    ['a PNG signature without chunks', 422, () => bytes('\x89PNG\r\n\x1a\n')],
    ['a PNG of 30,000 × 30,000 in 50 KB', 422, () => images.hugePng()],
    ['a GIF with 5,000 frames', 422, () => images.gifWithFrames(5_000)],
    [
      'an animated PNG',
      422,
      async () => {
        const image = await images.png()
        return Buffer.concat([
          image.subarray(0, 33),
          images.pngChunk('acTL', new Uint8Array(8)),
          image.subarray(33),
        ])
      },
    ],
    [
      'an animated AVIF',
      422,
      async () => {
        const image = Buffer.from(await images.avif())
        image.write('avis', 8, 'latin1')
        return image
      },
    ],
  ]

  test.each(files)('%s', async (_, expected, make) => {
    const before = await remains(app)
    const { status, body } = await upload(app, await make(), { filename: 'picture.png' })
    expect({ status, body }).toMatchObject({
      status: expected,
      body: { status: expected, detail: expect.any(String) },
    })
    expect(await remains(app)).toEqual(before)
  })

  test('300 frames are accepted, 301 are refused', async () => {
    expect((await upload(app, images.gifWithFrames(300), { name: 'frames' })).status).toBe(201)
    expect((await upload(app, images.gifWithFrames(301))).status).toBe(422)
  })

  const names: [string, string, string][] = [
    ['a path', '../../x', 'x'],
    ['a folder', 'a/b.png', 'b'],
    ['a Windows folder', 'a\\b.png', 'b'],
    ['a path without a file name', 'a/..', 'image'],
    ['NUL', 'a\0b', 'ab'],
    ['a line break', 'a\r\nb', 'ab'],
    ['300 characters', 'a'.repeat(300), 'a'.repeat(150)],
    ['only dots', '...', 'image'],
    ['only an emoji', '😀', 'image'],
    ['a right-to-left mark', 'نما\u200f', 'نما'],
    ['a right-to-left override', 'a\u202egnp.exe', 'agnp-exe'],
  ]
  const boundary = 'frontier'
  const form = async (disposition: string, ...rest: string[]) =>
    Buffer.concat([
      bytes(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      await images.jpeg(),
      ...rest.map((part) => Buffer.from(`\r\n--${boundary}\r\nContent-Disposition: form-data; ${part}`)),
      bytes(`\r\n--${boundary}--\r\n`),
    ])
  const raw = async (body: Uint8Array) =>
    send(app, body, { 'Content-Type': `multipart/form-data; boundary=${boundary}` })

  test.each(names)('%s is refused as name and cleaned as file name', async (_, name, slug) => {
    const before = await remains(app)
    const requested = await raw(await form('name="file"; filename="fine.jpg"', `name="name"\r\n\r\n${name}`))
    expect(requested).toMatchObject({ status: 422, body: { errors: [{ path: 'name', code: 'unfit_name' }] } })
    expect(await remains(app)).toEqual(before)
    const escaped = name.replaceAll('\\', '\\\\').replaceAll('\r\n', '%0D%0A')
    const fromFile = await raw(
      Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped}"\r\n\r\n`,
        ),
        await images.jpeg(),
        bytes(`\r\n--${boundary}--`),
      ]),
    )
    expect(fromFile.status).toBe(201)
    expect(fromFile.body.url.replace(/(?:-\d+)?\.jpg$/, '')).toBe(inMonth(slug))
  })

  test.each<[string, number, string, () => Promise<Uint8Array>]>([
    ['no file', 422, 'file', async () => bytes(`--${boundary}--\r\n`)],
    ['text instead of a file', 422, 'file', () => form('name="file"')],
    ['a file in another field', 422, 'file', () => form('name="picture"; filename="a.jpg"')],
    [
      'two files',
      422,
      'file',
      () => form('name="file"; filename="a.jpg"', 'name="file"; filename="b.jpg"\r\n\r\nx'),
    ],
    [
      'a second file in another field',
      422,
      'other',
      () => form('name="file"; filename="a.jpg"', 'name="other"; filename="b.jpg"\r\n\r\nx'),
    ],
    [
      'an unknown field',
      422,
      'folder',
      () => form('name="file"; filename="a.jpg"', 'name="folder"\r\n\r\nx'),
    ],
    [
      'a field twice',
      422,
      'alt',
      () => form('name="file"; filename="a.jpg"', 'name="alt"\r\n\r\nx', 'name="alt"\r\n\r\ny'),
    ],
    [
      'an alt of 301 characters',
      422,
      'alt',
      () => form('name="file"; filename="a.jpg"', `name="alt"\r\n\r\n${'a'.repeat(301)}`),
    ],
    ['NUL in an alt', 422, 'alt', () => form('name="file"; filename="a.jpg"', 'name="alt"\r\n\r\na\0b')],
  ])('%s', async (_, expected, path, make) => {
    const before = await remains(app)
    const { status, body } = await raw(await make())
    expect({ status, path: body.errors?.[0]?.path }).toEqual({ status: expected, path })
    expect(await remains(app)).toEqual(before)
  })

  test.each<[string, number, string, string]>([
    ['no body', 400, `multipart/form-data; boundary=${boundary}`, ''],
    [
      'an unterminated form',
      400,
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
    ],
    [
      'a part without a name',
      400,
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nX: y\r\n\r\nabc\r\n--${boundary}--`,
    ],
    ['no boundary', 400, 'multipart/form-data', `--${boundary}--`],
    ['another boundary', 400, 'multipart/form-data; boundary=other', `--${boundary}--`],
    ['JSON', 415, 'application/json', '{}'],
    ['the bare bytes', 415, 'image/jpeg', 'abc'],
  ])('%s', async (_, expected, type, body) => {
    expect((await send(app, bytes(body), { 'Content-Type': type })).status).toBe(expected)
  })

  test('text that is not UTF-8', async () => {
    const body = Buffer.concat([await form('name="file"; filename="a.jpg"')])
    const end = bytes(
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="alt"\r\n\r\n\xff\r\n--${boundary}--`,
    )
    const { status } = await raw(Buffer.concat([body.subarray(0, -`\r\n--${boundary}--\r\n`.length), end]))
    expect(status).toBe(400)
  })
})

describe('authorization', () => {
  test('403 for a creator, 401 without a token', async () => {
    const creator = await app.signIn('creator')
    expect((await upload({ app: app.app, admin: creator }, await images.jpeg())).status).toBe(403)
    expect((await upload({ app: app.app, admin: app.anyone }, await images.jpeg())).status).toBe(401)
  })
})
