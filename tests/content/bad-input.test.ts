// Bad input of any kind is a 4xx problem document and changes nothing; it is never a 500.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { resources } from '../../src/content/resources/resource-registry.ts'
import { readVersions } from '../../src/content/snapshot/content-changes.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { type Field, fieldsOf, minimalOf, sampleOf } from '../support/samples.ts'
import { testedResources } from '../support/tested-resources.ts'

const NUL = 'a\0b'
const HIGH_SURROGATE = 'a\ud83db'
const LOW_SURROGATE = 'a\ude00b'
const INT4_MAX = 2_147_483_647
const NO_MOMENTS = [
  '2024-13-01T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2024-01-32T00:00:00Z',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:60:00Z',
  '2024-01-01T00:00:61Z',
  '2024-01-01T00:00:00+24:00',
  '0000-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '2200-01-01T00:00:00Z',
  '9999999-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2024-01-01T00:00:00',
  '2024-01-01',
  '1704067200',
  'infinity',
  'now',
  '',
  '۲۰۲۴-01-01T00:00:00Z',
]
const MISFORMED: Record<string, string[]> = {
  slug: ['', '-', 'a b', 'a/b', '-a', 'a-', 'a--b', '..', 'a_b', 'a%20b', 'a?b', 'a😀'],
  from_path: [
    '',
    'a',
    '//evil.example',
    '/\\evil.example',
    '/a?b=1&c=2',
    '/a#b',
    'https://site.example/a',
    '/%',
    '/a\nb',
  ],
  theme_color: ['', 'red', '#12', '#12345', '#12345g', '123456', '#123456;'],
  email: ['', 'a', 'a@b', '@b.example', 'a b@c.example', 'a@b.example, c@d.example', 'a@b.example\nBcc: c'],
}
const NO_IDS = [
  '0',
  '1;drop',
  '-1',
  '1.0',
  '1e3',
  '01',
  '+1',
  '0x1',
  '99999999999',
  '2147483648',
  "1' or '1'='1",
  '%00',
  '%31%00',
  '1%2F..%2F2',
  '..%2f',
  '%ff',
  '%',
  '%25',
  '٣',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  'a'.repeat(1_900),
]

let app: TestApp
/** The path of one record of each resource. */
const records = new Map<string, string>()

beforeAll(async () => {
  app = await startApp()
  for (const resource of resources) {
    const path = `/api/admin/${resource.name}`
    const answer = resource.singleton
      ? await app.admin('PUT', `${path}/1`, { body: sampleOf(resource, 0) })
      : await app.admin('POST', path, { body: sampleOf(resource, 0) })
    records.set(resource.name, `${path}/${answer.body.id}`)
  }
})
afterAll(() => app[Symbol.asyncDispose]())

/** The change counters, which every change of a content table increments. */
const changes = () => app.deps.database.query(readVersions)
let before: Awaited<ReturnType<typeof changes>>
beforeEach(async () => {
  before = await changes()
})
afterEach(async () => expect(await changes()).toEqual(before))

/** Sends a raw body; without a Content-Type if `type` is null. */
async function raw(
  method: string,
  path: string,
  body: string | Uint8Array,
  type: string | null = 'application/json',
) {
  const response = await app.app.request(path, {
    method,
    headers: { Authorization: `Bearer ${app.admin.token}`, ...(type !== null && { 'Content-Type': type }) },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : text,
  } as Answer
}

/** Expects a problem document with this status and errors for exactly these fields. */
function expectProblem({ status, headers, body }: Answer, expected: number, ...paths: string[]) {
  const named = new Set((body.errors ?? []).map(({ path }: { path: string }) => path))
  expect({ status, named: [...named] }).toEqual({ status: expected, named: paths })
  expect(headers.get('Content-Type')).toStartWith('application/problem+json')
  expect(body).toEqual({
    type: expect.stringMatching(/^urn:|^https:|^about:blank$/),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: headers.get('X-Request-Id'),
    ...(body.errors && { errors: expect.any(Array) }),
  })
  for (const issue of body.errors ?? []) {
    const { params = {}, ...described } = issue
    expect(params).toBeObject()
    expect(described).toEqual({
      path: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  }
  expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts:\d|select |insert |update "|node_modules/)
}

const patch = (resource: { name: string }, body: unknown) =>
  app.admin('PATCH', records.get(resource.name)!, { body })

const services = () => records.get('services')!
const writes = () =>
  [
    ['POST', '/api/admin/services'],
    ['PUT', services()],
    ['PATCH', services()],
    ['POST', '/api/admin/services/reorder'],
    ['PATCH', '/api/admin/seo-meta'],
  ] as const

describe('a body', () => {
  test.each([
    '{',
    '{"title": }',
    "{'title': 1}",
    '{"title": "x"} x',
    '[1,]',
    'NaN',
    'undefined',
    '\ufeff\ufeff{}',
  ])('that is not JSON (%j) is 400', async (body) => {
    for (const [method, path] of writes()) expectProblem(await raw(method, path, body), 400)
  })

  test('that is empty or blank is 400', async () => {
    for (const body of ['', '  \n']) {
      for (const [method, path] of writes()) expectProblem(await raw(method, path, body), 400)
    }
  })

  test('that is not UTF-8, or encodes a surrogate, is 400', async () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')])
      for (const [method, path] of writes()) expectProblem(await raw(method, path, body), 400)
    }
  })

  test.each([
    null,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
  ])('sent as %j is 415', async (type) => {
    for (const [method, path] of writes()) expectProblem(await raw(method, path, '{"title":"x"}', type), 415)
  })

  test('may have a media type with parameters or a +json suffix', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/merge-patch+json',
    ])
      expect((await raw('PATCH', services(), '{}', type)).status).toBe(200)
  })

  test.each(['[]', '[{"title":"x"}]', '"title"', 'null', '1', 'true'])('that is %s is 422', async (body) => {
    for (const resource of testedResources) {
      expectProblem(await raw('PATCH', records.get(resource.name)!, body), 422, '')
      expectProblem(await raw('PUT', records.get(resource.name)!, body), 422, '')
      if (!resource.singleton) expectProblem(await raw('POST', `/api/admin/${resource.name}`, body), 422, '')
    }
  })

  test('nested deeper than 64 levels is 400, even if it would overflow the stack of a parser', async () => {
    const nested = (levels: number, [open, close] = ['[', ']']) =>
      `{"title":${open!.repeat(levels - 1)}1${close!.repeat(levels - 1)}}`
    for (const levels of [65, 10_000, 300_000]) {
      for (const [method, path] of writes()) {
        expectProblem(await raw(method, path, nested(levels)), 400)
        expectProblem(await raw(method, path, nested(levels, ['{"a":', '}'])), 400)
        expectProblem(await raw(method, path, '['.repeat(levels)), 400)
      }
    }
    expectProblem(await raw('PATCH', services(), nested(64)), 422, 'title')
    expectProblem(await raw('PATCH', services(), `{"icon": "${'[{'.repeat(90)}"}`), 422, 'icon')
  })

  test('over 2 MB is 413', async () => {
    const exactly = (bytes: number) => `{"surprise":"${'x'.repeat(bytes - 15)}"}`
    for (const [method, path] of writes())
      expectProblem(await raw(method, path, exactly(2 * 1_048_576 + 1)), 413)
    expectProblem(await raw('PATCH', services(), exactly(2 * 1_048_576)), 422, 'surprise')
  })
})

describe('over the network', () => {
  let server: Bun.Server<undefined>
  beforeAll(() => {
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.app.fetch })
  })
  afterAll(() => server.stop(true))

  /** The status line received while sending a body that never ends. */
  function answerTo(head: string[], bytes: Iterable<Uint8Array>): Promise<{ status: string; sent: number }> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port!, '127.0.0.1')
      let sent = 0
      socket.on('error', reject)
      socket.once('data', (data) => {
        socket.destroy()
        resolve({ status: data.toString('latin1').split('\r\n')[0]!, sent })
      })
      socket.on('connect', async () => {
        socket.write([`POST /api/admin/services HTTP/1.1`, 'Host: x', ...head, '', ''].join('\r\n'))
        for (const chunk of bytes) {
          if (socket.destroyed) return
          sent += chunk.byteLength
          if (!socket.write(chunk)) await new Promise<void>((drained) => socket.once('drain', drained))
        }
      })
    })
  }
  const head = () => [`Authorization: Bearer ${app.admin.token}`, 'Content-Type: application/json']

  test('a Content-Length of 50 MB is 413 before the body is sent', async () => {
    const { status } = await answerTo([...head(), `Content-Length: ${50 * 1_048_576}`], [])
    expect(status).toStartWith('HTTP/1.1 413 ')
  })

  test('a chunked body of 50 MB is 413 after its first 2 MB', async () => {
    const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
    function* chunks() {
      for (let index = 0; index < 800; index++) yield chunk
    }
    const { status, sent } = await answerTo([...head(), 'Transfer-Encoding: chunked'], chunks())
    expect(status).toStartWith('HTTP/1.1 413 ')
    expect(sent).toBeLessThan(50 * 1_048_576)
  })
})

describe('a key', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', ''])(
    '%j is an unknown field at every level and pollutes no prototype',
    async (key) => {
      const value = '{"polluted": true, "title": "polluted"}'
      for (const resource of testedResources) {
        expectProblem(
          await raw('PATCH', records.get(resource.name)!, `{${JSON.stringify(key)}: ${value}}`),
          422,
          key,
        )
      }
      const faq = `{"question": "a", "answer": "b", ${JSON.stringify(key)}: ${value}}`
      expectProblem(await raw('PATCH', records.get('articles')!, `{"faqs": [${faq}]}`), 422, `faqs.0.${key}`)
      expectProblem(
        await raw('POST', '/api/admin/services/reorder', `{"ids": [], ${JSON.stringify(key)}: ${value}}`),
        422,
        key,
      )
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      expect(({} as Record<string, unknown>).title).toBeUndefined()
    },
  )

  test('of enormous length is shortened in the answer', async () => {
    const { status, body } = await patch({ name: 'services' }, { ['x'.repeat(1_000_000)]: 1 })
    expect(status).toBe(422)
    expect(JSON.stringify(body).length).toBeLessThan(2_000)
  })

  test('is reported ten times, and counted', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
    const { status, body } = await patch({ name: 'services' }, many(1_000))
    expect([status, body.errors.length]).toEqual([422, 10])
    expect(body.detail).toEndWith('k9: unknown field; and 990 more')
    // Refused by their number alone.
    const large = await patch({ name: 'services' }, many(150_000))
    expect([large.status, large.body.errors.length]).toEqual([422, 1])
    const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index)
    const reorder = await app.admin('POST', '/api/admin/services/reorder', { body: ids })
    expect([reorder.status, reorder.body.errors.length]).toEqual([422, 10])
    const login = { email: 'ada@example.com', password: 'x', ...many(400) }
    const signIn = await app.anyone('POST', '/api/auth/login', { body: login })
    expect([signIn.status, signIn.body.errors.length]).toEqual([422, 10])
    const query = new URLSearchParams(Object.keys(many(300)).map((name): [string, string] => [name, '1']))
    const list = await app.anyone('GET', `/api/articles?${query}`)
    expect([list.status, list.body.errors.length]).toEqual([422, 10])
    expect(list.body.detail).toEndWith('; and 290 more')
  })
})

describe('a query', () => {
  test('with a repeated parameter or an invalid value is 422', async () => {
    for (const query of ['autosave=true&autosave=false', 'autosave=maybe', 'autosave=']) {
      const body = sampleOf(resources.find(({ name }) => name === 'articles')!, 1)
      expectProblem(await app.admin('POST', `/api/admin/articles?${query}`, { body }), 422, 'autosave')
      for (const method of ['PUT', 'PATCH'])
        expectProblem(
          await app.admin(method, `${records.get('articles')}?${query}`, { body }),
          422,
          'autosave',
        )
    }
    for (const query of [
      'page=1&page=1',
      'page=%00',
      'page=1;drop',
      'page=٣',
      'page=-1',
      'page=1e3',
      'page=99999999999',
    ])
      expectProblem(await app.admin('GET', `/api/admin/services?${query}`), 422, 'page')
    for (const query of ['per_page=', 'per_page=0', 'per_page=101', 'per_page=1.5'])
      expectProblem(await app.admin('GET', `/api/admin/services?${query}`), 422, 'per_page')
    const twice = '/api/admin/seo-meta?page_key=home&page_key=about'
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expectProblem(await app.admin(method, twice, { body: {} }), 422, 'page_key')
  })

  test.each([
    ['/api/articles', 'category'],
    ['/api/articles', 'tag'],
    ['/api/admin/messages', 'q'],
    ['/api/admin/newsletter', 'q'],
    ['/api/admin/media', 'search'],
  ])('of %s with a control character in %s is 422', async (path, name) => {
    for (const value of ['%00', 'a%00b', 'a%0D%0Ab', '%7F', 'x'.repeat(201)])
      expectProblem(await app.admin('GET', `${path}?${name}=${value}`), 422, name)
  })

  test('may contain no unknown parameters, except from campaigns and against caches', async () => {
    const path = '/api/admin/services'
    expect((await app.admin('GET', `${path}?utm_source=x&_=1`)).status).toBe(200)
    for (const name of ['__proto__', '_x', 'constructor', 'toString', '%00', 'drafts'])
      expect((await app.admin('GET', `${path}?${name}=1`)).status).toBe(422)
  })
})

test('the error for an invalid date or slug describes a valid one', async () => {
  const detail = async (body: object) =>
    (await app.admin('POST', '/api/admin/articles', { body: { title: 'x', ...body } })).body.detail
  for (const published_at of ['2027-01-01', '2027-01-01T10:00', 'tomorrow'])
    expect(await detail({ published_at })).toBe(
      'published_at: must be a date and time with an offset from UTC, such as 2026-08-03T10:15:00Z',
    )
  expect(await detail({ slug: 'a b' })).toBe(
    'slug: must consist of letters and digits, separated by single hyphens',
  )
})

describe('a method', () => {
  test('HEAD answers like GET without a body', async () => {
    for (const path of ['/api/site', '/api/site/services', '/api/admin/services', services()]) {
      const [get, head] = [await app.admin('GET', path), await app.admin('HEAD', path)]
      expect([path, head.status, head.body]).toEqual([path, 200, ''])
      expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'))
    }
    expect((await app.admin('HEAD', '/api/admin/services/0')).status).toBe(404)
  })

  test('OPTIONS needs no token and allows no foreign origin', async () => {
    for (const path of ['/api/admin/services', services(), '/api/admin/not/there']) {
      const { status, headers, body } = await app.anyone('OPTIONS', path, {
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'DELETE' },
      })
      expect([status, body, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '', null])
    }
  })

  test('that a path does not support is 405 with Allow', async () => {
    for (const [method, path, allowed] of [
      ['PROPFIND', '/api/admin/services', 'POST'],
      ['PATCH', '/api/admin/services', 'GET'],
      ['POST', services(), 'PATCH'],
      ['DELETE', '/api/admin/services/1/revisions', 'GET'],
      ['POST', '/api/site', 'GET'],
      ['DELETE', '/api/articles', 'GET'],
    ] as const) {
      const answer = await app.admin(method, path, { body: {} })
      expectProblem(answer, 405)
      expect(answer.headers.get('Allow')!.split(', ')).toContain(allowed)
      expect(answer.headers.get('Allow')!.split(', ')).not.toContain(method)
    }
  })

  test('is 404 on unknown paths', async () => {
    for (const path of [
      '/api/admin/nothing',
      '/api/admin/admin_users',
      '/api/admin/services/1/nothing',
      '/api/admin/services/',
      '/api/admin/Services',
      '/api/admin/services%00',
      '/api/admin/__proto__',
      '/api/admin/constructor',
      '/api/site/constructor',
      '/api/site/why_us',
      '/api/site/..%2fadmin',
      '/api/articles/%00',
      '/api/projects/%ff',
    ]) {
      expectProblem(await app.admin('GET', path), 404)
    }
  })
})

const isText = ({ json }: Field) => json.type === 'string' && !json.enum
const each = testedResources.map((resource) => [resource.name, resource] as const)

describe.each(each)('%s', (name, resource) => {
  const fields = fieldsOf(resource)
  const texts = fields.filter(isText).map((field) => field.name)

  /** Sends `value` in each of these fields, one by one and together, and expects an error for each. */
  async function refuses(names: string[], value: unknown) {
    for (const field of names) expectProblem(await patch(resource, { [field]: value }), 422, field)
    const all = Object.fromEntries(names.map((field) => [field, value]))
    const answer = resource.singleton
      ? await app.admin('PUT', records.get(name)!, { body: all })
      : await app.admin('POST', `/api/admin/${name}`, { body: { ...minimalOf(resource, 1), ...all } })
    expectProblem(answer, 422, ...names)
  }

  test('NUL and unpaired surrogates are refused in every text', async () => {
    for (const value of [NUL, HIGH_SURROGATE, LOW_SURROGATE]) {
      const body = Object.fromEntries(texts.map((field) => [field, value]))
      expectProblem(await patch(resource, body), 422, ...texts)
    }
  })

  if (name === 'articles') {
    test('NUL and unpaired surrogates are refused inside tags and questions', async () => {
      for (const value of [NUL, HIGH_SURROGATE, LOW_SURROGATE]) {
        expectProblem(await patch(resource, { tags: ['good', value] }), 422, 'tags.1')
        for (const faqs of ['faqs', 'faqs_en']) {
          const list = [
            { question: 'good', answer: 'good' },
            { question: value, answer: value },
          ]
          expectProblem(
            await patch(resource, { [faqs]: list }),
            422,
            `${faqs}.1.question`,
            `${faqs}.1.answer`,
          )
        }
      }
    })

    test('an answer that is empty once sanitized is refused as empty', async () => {
      const faq = { question: 'a', answer: '<script>alert(1)</script>' }
      const { status, body } = await raw('POST', '/api/admin/faqs', JSON.stringify(faq))
      const message = 'is empty without its unsafe markup'
      expect([status, body.errors]).toEqual([
        422,
        [{ path: 'answer', code: 'too_small', message, params: { min: 1 } }],
      ])
    })

    test('tags and questions are validated item by item', async () => {
      for (const [body, ...paths] of [
        [{ tags: [1] }, 'tags.0'],
        [{ tags: ['', 'x'.repeat(61)] }, 'tags.0', 'tags.1'],
        [{ tags: Array(51).fill('x') }, 'tags'],
        [{ tags: { 0: 'x' } }, 'tags'],
        [{ faqs: [{ question: 'x' }] }, 'faqs.0.answer'],
        [{ faqs: [null, 'x', []] }, 'faqs.0', 'faqs.1', 'faqs.2'],
        [{ faqs_en: [{ question: 'x', answer: 'x', extra: 1 }] }, 'faqs_en.0.extra'],
      ] as [unknown, ...string[]][]) {
        expectProblem(await patch(resource, body), 422, ...paths)
      }
    })
  }

  test('a text over its maximum length is refused in every field', async () => {
    for (const { name: field, json } of fields.filter(isText)) {
      const value = `/${'a'.repeat(json.maxLength ?? 2_100)}`
      const answer = await patch(resource, { [field]: value })
      expect([field, answer.status, answer.body.errors?.[0].path]).toEqual([field, 422, field])
    }
  })

  const links = fields.filter(({ kind }) => kind === 'link' || kind === 'image').map((field) => field.name)
  const images = fields.filter(({ kind }) => kind === 'image').map((field) => field.name)
  if (links.length > 0) {
    test('an unsafe or malformed URL is refused in every link and image', async () => {
      const scripts = [
        'javascript:alert(1)',
        ' JaVaScRiPt:alert(1) ',
        'java\nscript:alert(1)',
        '\u0001javascript:1',
      ]
      const others = [
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'x:y',
        '\\\\evil.example',
        'https://',
      ]
      for (const value of [...scripts, ...others]) await refuses(links, value)
      if (images.length > 0) await refuses(images, 'mailto:a@b.example')
    })
  }

  const numbers = fields.filter(({ json }) => json.type === 'integer' || json.type === 'number')
  if (numbers.length > 0) {
    test('a number out of range is refused', async () => {
      for (const { name: field, json } of numbers) {
        const wrong = [
          '1e400',
          '-1e400',
          '1e308',
          `${json.maximum! + 1}`,
          `${json.minimum! - 1}`,
          '-2147483649',
        ]
        if (!/itude$/.test(field)) wrong.push('1.5', `${INT4_MAX + 1}`, '9007199254740993')
        for (const value of wrong)
          expectProblem(await raw('PATCH', records.get(name)!, `{"${field}": ${value}}`), 422, field)
      }
    })
  }

  const references = fields.filter((field) => /_id$/.test(field.name)).map((field) => field.name)
  if (references.length > 0) {
    test('a reference to a missing record is refused, naming the field', async () => {
      for (const field of references) await refuses([field], 2_000_000_000)
    })
  }

  const formed = fields.filter((field) => field.name in MISFORMED).map((field) => field.name)
  if (formed.length > 0) {
    test('a text in the wrong format is refused', async () => {
      for (const field of formed) for (const value of MISFORMED[field]!) await refuses([field], value)
    })
  }

  const choices = fields.filter(({ json }) => json.enum).map((field) => field.name)
  if (choices.length > 0) {
    test('a value outside the enumeration is refused', async () => {
      for (const value of ['other', '', 'HOME', 'home\0', '__proto__', 'toString'])
        await refuses(choices, value)
    })
  }

  const instants = fields.filter(({ kind }) => kind === 'instant').map((field) => field.name)
  if (instants.length > 0) {
    test('an invalid date and time is refused', async () => {
      for (const value of NO_MOMENTS) await refuses(instants, value)
    })
  }

  test('a malformed or unknown id is 404', async () => {
    for (const id of name === 'services' || name === 'seo-meta' ? NO_IDS : NO_IDS.slice(0, 2)) {
      const path = `/api/admin/${name}/${id}`
      expectProblem(await app.admin('GET', path), 404)
      expectProblem(await app.admin('PATCH', path, { body: {} }), 404)
      expectProblem(await app.admin('DELETE', path), resource.singleton ? 405 : 404)
      expectProblem(await app.admin('GET', `${path}/revisions`), 404)
      expectProblem(await app.admin('POST', `${path}/revisions/1/restore`), 404)
      expectProblem(await app.admin('POST', `${records.get(name)}/revisions/${id}/restore`), 404)
      const body = minimalOf(resource, 1)
      expectProblem(await app.admin('PUT', path, { body }), 404)
    }
  })
})
