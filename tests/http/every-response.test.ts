// The common parts of responses of every status: a request id, security headers, one error format.
import { afterAll, expect, test } from 'bun:test'
import { CAUSE, type Example, startExamples } from './status-examples.ts'

const service = await startExamples()

afterAll(() => service.stop())

/** Runs `check` on each example, and names the one that fails. */
async function forEach(check: (example: Example) => Promise<void>, chosen = (_: Example) => true) {
  for (const example of service.examples.filter(chosen)) {
    const [method, path] = example.request
    try {
      await check(example)
    } catch (error) {
      throw new Error(`${example.status} of ${method} ${path}`, { cause: error })
    }
  }
}

const isQuick = ({ slow }: Example) => !slow
const isError = ({ status }: Example) => status >= 400

test('each example has its status', () =>
  forEach(async (example) => expect((await service.send(example)).status).toBe(example.status)))

test('a well-formed request id of the client is returned', () =>
  forEach(async (example) => {
    for (const id of ['a', 'Trace-1_2.3', 'x'.repeat(64)]) {
      const response = await service.send(example, { 'X-Request-Id': id })
      expect(response.headers.get('X-Request-Id')).toBe(id)
      if (isError(example)) expect(((await response.json()) as { request_id: string }).request_id).toBe(id)
    }
  }, isQuick))

test('a missing or malformed request id is replaced', () =>
  forEach(async (example) => {
    const seen = new Set<string | null>()
    const malformed = ['', 'a b', 'x'.repeat(65), '<script>', 'é']
    for (const id of [undefined, ...malformed]) {
      const response = await service.send(example, id === undefined ? {} : { 'X-Request-Id': id })
      const given = response.headers.get('X-Request-Id')
      expect(given).toMatch(/^[\w.-]{8,64}$/)
      expect(malformed).not.toContain(given)
      seen.add(given)
    }
    expect(seen.size).toBe(malformed.length + 1)
  }, isQuick))

test('responses with the same cached headers have their own request ids', async () => {
  const ids = ['first', 'second', 'third']
  const responses = await Promise.all(
    ids.map(async (id) => service.app.request('/api/site', { headers: { 'X-Request-Id': id } })),
  )
  expect(responses.map(({ headers }) => headers.get('X-Request-Id'))).toEqual(ids)
})

test('every response has the security headers', () =>
  forEach(async (example) => {
    const { headers, status } = await service.send(example)
    // A cache keeps the headers of the response it holds (RFC 9110, 15.4.5).
    if (status === 304) return
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/)
    expect(headers.has('Server')).toBe(false)
    expect(headers.has('X-Powered-By')).toBe(false)
  }))

test('an error is a problem document', () =>
  forEach(async (example) => {
    const response = await service.send(example)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const body = (await response.json()) as Record<string, unknown>
    const { errors, ...rest } = body
    expect(Object.keys(rest)).toEqual(['type', 'title', 'status', 'detail', 'code', 'request_id'])
    expect(rest).toMatchObject({
      type: `urn:frontage:problem:${example.code}`,
      status: example.status,
      code: example.code,
      request_id: response.headers.get('X-Request-Id'),
    })
    expect(rest.title).toBeString()
    expect(rest.title).not.toBeEmpty()
    expect(rest.detail).toMatch(/\.$|: /)
    if (example.status === 422 || example.status === 409) {
      expect(errors).toBeArray()
      for (const { params, ...error } of errors as Record<string, unknown>[]) {
        expect(Object.keys(error)).toEqual(['path', 'code', 'message'])
        if (params !== undefined) expect(Object.keys(params as object)).not.toBeEmpty()
      }
    }
  }, isError))

test('a 500 or 503 reveals nothing of its cause', () =>
  forEach(
    async (example) => {
      const response = await service.send(example)
      const text = JSON.stringify([...response.headers]) + (await response.text())
      for (const word of [...CAUSE.split(' '), 'ECONNREFUSED', 'connect', 'select', 'stack', '.ts']) {
        expect(text).not.toContain(word)
      }
    },
    ({ status }) => status >= 500,
  ))

test('401 has WWW-Authenticate, 503 has Retry-After, 412 has the current ETag', async () => {
  await forEach(
    async (example) => expect((await service.send(example)).headers.get('WWW-Authenticate')).toBe('Bearer'),
    ({ status }) => status === 401,
  )
  await forEach(
    async (example) => expect((await service.send(example)).headers.get('Retry-After')).toMatch(/^\d+$/),
    ({ status }) => status === 503,
  )
  await forEach(
    async (example) => expect((await service.send(example)).headers.get('ETag')).toMatch(/^"\d+"$/),
    ({ status }) => status === 412,
  )
})

test('an unknown path is 404, a known one with another method is 405', async () => {
  const statusOf = async (method: string, path: string) => {
    const response = await service.app.request(path, { method })
    return [response.status, response.headers.get('Allow')]
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await statusOf(method, '/api/site')).toEqual([405, 'GET, HEAD'])
    expect(await statusOf(method, '/api/articles/a')).toEqual([405, 'GET, HEAD'])
    expect(await statusOf(method, '/api/nothing')).toEqual([404, null])
  }
  expect(await statusOf('GET', '/api/auth/login')).toEqual([405, 'POST'])
  expect(await statusOf('GET', '/nothing')).toEqual([404, null])
  expect(await statusOf('GET', '/api/site/')).toEqual([404, null])
  expect(await statusOf('GET', '/api/site/%')).toEqual([404, null])
  expect(await statusOf('GET', '/api/articles/%E0%A4%A')).toEqual([404, null])
  expect(await statusOf('GET', '/api/site/constructor')).toEqual([404, null])
})

test('POST and DELETE of a singleton are 405 with Allow', async () => {
  const { headers } = service.examples.find(({ status }) => status === 409)!.request[2]!
  for (const [method, path] of [
    ['POST', '/api/admin/about'],
    ['DELETE', '/api/admin/about/1'],
  ]) {
    const response = await service.app.request(path!, { method: method!, headers: headers! })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toContain('GET')
    expect(response.headers.get('Allow')).not.toContain(method!)
  }
})

test('HEAD has the status and headers of GET, without a body', async () => {
  for (const path of [
    '/api/site',
    '/api/site/about',
    '/api/articles',
    '/api/live',
    '/nothing',
    '/api/admin/about',
  ]) {
    const get = await service.app.request(path, { headers: { 'X-Request-Id': 'same' } })
    const head = await service.app.request(path, { method: 'HEAD', headers: { 'X-Request-Id': 'same' } })
    expect(head.status).toBe(get.status)
    const length = String((await get.bytes()).byteLength)
    expect(Object.fromEntries(head.headers)).toEqual({
      ...Object.fromEntries(get.headers),
      'content-length': length,
    })
    expect(await head.text()).toBe('')
  }
})

test('no spelling of an admin path gets past authentication', async () => {
  for (const path of [
    '/api/%61dmin/services',
    '/api/admin%2Fservices',
    '//api/admin/services',
    '/api//admin/services',
    '/api/admin/',
    '/api/admin',
    '/api/./admin/services',
    '/api/site/../admin/services',
    '/API/ADMIN/services',
    '/api/admin/services/',
    '/api/admin;x/services',
  ]) {
    for (const method of ['GET', 'POST', 'HEAD']) {
      expect([401, 404, 405]).toContain((await service.app.request(path, { method })).status)
    }
  }
})
