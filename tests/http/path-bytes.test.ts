// Page routes with every byte in path and query, percent-encoded and raw: never a 5xx, headers are ASCII, and a Location is
// percent-encoded.
import { afterAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import fc from 'fast-check'
import { startApp } from '../support/app.ts'

const site = await startApp()
const publish = (resource: string, body: object) => site.admin('POST', `/api/admin/${resource}`, { body })
await publish('articles', { title: 'Größe', slug: 'größe', status: 'published' })
await publish('projects', { title: 'Größe', slug: 'größe' })
await publish('redirects', { from_path: '/alt-größe', to_path: '/blog/größe', status_code: 301 })
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: site.app.fetch })
afterAll(async () => {
  await server.stop(true)
  await site[Symbol.asyncDispose]()
})

/** Every route of the website, up to where the path or the query is free. */
const PREFIXES = [
  '/',
  '/blog',
  '/blog/',
  '/blog/feed.xml',
  '/blog/größe',
  '/projects',
  '/projects/',
  '/sitemap-',
  '/robots.txt',
  '/media/',
  '/media/2026/01/',
  '/alt-größe',
  '/blog?page=',
  '/blog?lang=',
  '/blog/?',
  '/blog/größe/?',
  '/blog/feed.xml?lang=',
  '/alt-größe?',
  '/nowhere/?',
].map((prefix) => encodeURI(prefix))
const SUFFIXES = ['', '/', 'X/', '%0d%0aX/']

const percentEncode = (bytes: Iterable<number>) =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

type Head = { status: number; headers: [name: string, value: string][] }

/** Problems with a response, if any. */
function problemsOf({ status, headers }: Head): string[] {
  const problems = status >= 500 || status < 200 ? [`status ${status}`] : []
  for (const [name, value] of headers) {
    const allowed = name === 'location' ? /^[\x21-\x7e]*$/ : /^[\x20-\x7e]*$/
    if (!allowed.test(value)) problems.push(`${name}: ${JSON.stringify(value)}`)
  }
  return problems
}

async function request(path: string): Promise<Head> {
  const response = await site.app.request(path, { headers: { Accept: 'text/html' } })
  await response.body?.cancel()
  return { status: response.status, headers: [...response.headers] }
}

async function problemsOfPath(path: string) {
  try {
    return problemsOf(await request(path))
  } catch (error) {
    return [String(error)]
  }
}

describe('percent-encoded bytes', () => {
  test.each(PREFIXES)('%s followed by any byte', async (prefix) => {
    const failures: unknown[] = []
    for (let byte = 0; byte < 256; byte++) {
      for (const suffix of SUFFIXES) {
        const path = prefix + percentEncode([byte]) + suffix
        const problems = await problemsOfPath(path)
        if (problems.length > 0) failures.push([path, ...problems])
      }
    }
    expect(failures).toEqual([])
  })

  test('sequences of bytes, which are mostly invalid UTF-8, and incomplete escapes', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 }).map(percentEncode)
    const text = fc.oneof(
      bytes,
      fc.string({ unit: 'binary', maxLength: 6 }).map((it) => encodeURIComponent(it.toWellFormed())),
      fc.constantFrom('%', '%2', '%zz', '%u0041', '%c0%af', '%ed%a0%80', '..%2f', '%2e%2e/', '%5c%5c', '%25'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PREFIXES),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...SUFFIXES),
        async (prefix, middle, suffix) => {
          expect(await problemsOfPath(prefix + middle.join('') + suffix)).toEqual([])
        },
      ),
      { numRuns: 1_000, seed: 20_260_101 },
    )
  })
})

/** Sends a request line byte for byte, as `fetch` never would. */
function sendRaw(target: Uint8Array): Promise<Head> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(server.port!, '127.0.0.1', () => {
      socket.write(
        Buffer.concat([
          Buffer.from('GET '),
          target,
          Buffer.from(' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
        ]),
      )
    })
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')
      const [statusLine = '', ...lines] = head.split('\r\n')
      const headers = lines.map((line): [string, string] => {
        const [, name = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? [line, line, '\u0000']
        return [name.toLowerCase(), value]
      })
      resolve({ status: Number(statusLine.split(' ')[1]), headers })
    })
  })
}

test.each(['/blog/', '/blog/X', '/alt-', '/blog?page=', '/blog/?'])('raw bytes after %s', async (prefix) => {
  const failures: unknown[] = []
  let checked = 0
  for (let byte = 0; byte < 256; byte++) {
    for (const suffix of ['', '/']) {
      const target = Buffer.concat([Buffer.from(prefix), Buffer.from([byte]), Buffer.from(suffix)])
      const head = await sendRaw(target)
      // Bun refuses invalid request lines itself, with 400, 505 or no response.
      const isOurs = head.headers.some(([name]) => name === 'x-request-id')
      const problems = isOurs ? problemsOf(head) : []
      if (isOurs) checked++
      if (problems.length > 0) failures.push([byte, suffix, ...problems])
    }
  }
  expect(failures).toEqual([])
  expect(checked).toBeGreaterThan(150)
})

describe('redirects', () => {
  const locationOf = async (path: string) => {
    const { status, headers } = await request(path)
    return [status, headers.find(([name]) => name === 'location')?.[1] ?? null]
  }

  test.each([
    ['/blog/gr%C3%B6%C3%9Fe/', '/blog/gr%C3%B6%C3%9Fe'],
    ['/blog/größe/', '/blog/gr%C3%B6%C3%9Fe'],
    ['/blog/a%20b/?x=%C3%B6&y=ü', '/blog/a%20b?x=%C3%B6&y=%C3%BC'],
    ['/blog/a%2Fb/', '/blog/a%2Fb'],
    ['/blog/100%25/', '/blog/100%25'],
    ['/projects/نما/', '/projects/%D9%86%D9%85%D8%A7'],
  ])('%s loses its trailing slash and stays percent-encoded', async (path, location) => {
    expect(await locationOf(path)).toEqual([301, location])
  })

  test.each(['/blog/%0d%0aX/', '/blog/%00/', '/blog/%01/', '/blog/%E2%80%AE/', '/blog/%FF/', '/blog/%/'])(
    '%s is 404',
    async (path) => {
      expect(await locationOf(path)).toEqual([404, null])
    },
  )

  test.each([
    ['/größe', '/gr%C3%B6%C3%9Fe'],
    ['/نما?x=ö#ü', '/%D9%86%D9%85%D8%A7?x=%C3%B6#%C3%BC'],
    ['https://exämple.com/ä?ö', 'https://xn--exmple-cua.com/%C3%A4?%C3%B6'],
    ['//other.example/ä', '//other.example/%C3%A4'],
    ['/a%0d%0aX', '/a%0d%0aX'],
  ])('the target %s is sent percent-encoded', async (to_path, location) => {
    const from_path = `/from-${Bun.hash(to_path)}`
    const created = await site.admin('POST', '/api/admin/redirects', {
      body: { from_path, to_path, status_code: 301 },
    })
    expect(created.status).toBe(201)
    expect(await locationOf(from_path)).toEqual([301, location])
  })
})
