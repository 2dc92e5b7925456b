import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import type { Outbound } from '../../../src/platform/security/pinned-request.ts'
import { safeFetch } from '../../../src/platform/security/safe-fetch.ts'
import { AppError } from '../../../src/text/errors.ts'
import { canCertify, selfSigned } from '../../support/certificate.ts'

const PUBLIC = '93.184.216.34'
const OTHER = '1.1.1.1'

// A fake internet: names resolve to public addresses, which lead to servers of this test.
const asked: string[] = []
const dialled: string[] = []
const names = new Map<string, string[] | (() => string[])>()
const servers = new Map<string, number>()
const outbound: Outbound = {
  async resolve(hostname) {
    asked.push(hostname)
    const found = names.get(hostname)
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return typeof found === 'function' ? found() : found
  },
  dial(address, port) {
    dialled.push(`${address} ${port}`)
    return { address: '127.0.0.1', port: servers.get(`${address} ${port}`) ?? 1 }
  },
}

let hits: string[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const url = new URL(request.url)
    hits.push(`${request.headers.get('Host')}${url.pathname}${url.search}`)
    const redirect = url.searchParams.get('to')
    if (redirect) return new Response(null, { status: 302, headers: { Location: redirect } })
    const count = /^\/chain\/(\d+)$/.exec(url.pathname)?.[1]
    if (count && count !== '0') return Response.redirect(`/chain/${Number(count) - 1}`, 307)
    if (url.pathname === '/empty-redirect') return new Response(null, { status: 302 })
    if (url.pathname === '/missing') return new Response('no', { status: 404 })
    if (url.pathname === '/endless') {
      return new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(65_536)) }))
    }
    if (url.pathname === '/silent') return new Promise<Response>(() => {})
    if (url.pathname === '/headers') return Response.json(Object.fromEntries(request.headers))
    return new Response('picture')
  },
})
const raw = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc')
    setTimeout(() => socket.destroy(), 20)
  })
}).listen(0, '127.0.0.1')

beforeAll(() => {
  names.set('pictures.example', [PUBLIC])
  names.set('broken.example', [OTHER])
  servers.set(`${PUBLIC} 80`, server.port!)
  servers.set(`${PUBLIC} 443`, server.port!)
  servers.set(`${OTHER} 80`, (raw.address() as { port: number }).port)
})
afterAll(async () => {
  await server.stop(true)
  raw.close()
})

const load = (url: string, options: { maxBytes?: number; deadlineMs?: number } = {}) =>
  safeFetch(outbound, url, {
    maxBytes: 1_000,
    tooLarge: () => new AppError('payload_too_large', 'too large'),
    ...options,
  })

/** The error of a call, and the connections that it made. */
async function failureOf(call: Promise<unknown>) {
  const from = dialled.length
  const error = await call.then(
    () => null,
    (thrown) => thrown as AppError,
  )
  return { code: error?.code, message: error?.message, connections: dialled.slice(from) }
}

test('the connection goes to the checked address, with the host name in the request', async () => {
  hits = []
  const from = asked.length
  const { bytes, url } = await load('http://pictures.example/a.png?b=c#d')
  expect(Buffer.from(bytes).toString()).toBe('picture')
  expect(url).toBe('http://pictures.example/a.png?b=c#d')
  // The system's resolver does not know the name, so without pinning there would be no response.
  expect(hits).toEqual(['pictures.example/a.png?b=c'])
  expect(asked.slice(from)).toEqual(['pictures.example'])
  expect(dialled.at(-1)).toBe(`${PUBLIC} 80`)
})

test('a connection made for an earlier DNS answer is not reused', async () => {
  const second = Bun.serve({ port: server.port!, hostname: '127.0.0.2', fetch: () => new Response('second') })
  const answers = [PUBLIC, OTHER]
  names.set('moves.example', () => [answers.shift()!])
  // The same port on two hosts, which a pool keyed by name and port would confuse.
  const moving: Outbound = {
    ...outbound,
    dial: (address) => ({ address: address === OTHER ? '127.0.0.2' : '127.0.0.1', port: server.port! }),
  }
  const options = { maxBytes: 100, tooLarge: () => new AppError('internal', '') }
  for (const expected of ['picture', 'second']) {
    const { bytes } = await safeFetch(moving, 'http://moves.example/', options)
    expect(Buffer.from(bytes).toString()).toBe(expected)
  }
  await second.stop(true)
})

test('a name that changes to an internal address after the check does not lead there (DNS rebinding)', async () => {
  let inside = 0
  const secret = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      inside++
      return new Response('secret')
    },
  })
  // If the name were resolved again, it would be this machine, where a secret is served on the port.
  const flips = ['9.9.9.9', '127.0.0.1']
  names.set('localhost', () => [flips.shift() ?? '127.0.0.1'])
  const flipping: Outbound = {
    ...outbound,
    dial: (address) => ({ address: address === '9.9.9.9' ? '127.0.0.9' : address, port: secret.port! }),
  }
  const call = safeFetch(flipping, 'http://localhost/', {
    maxBytes: 10,
    tooLarge: () => new AppError('internal', ''),
  })
  expect((await failureOf(call)).code).toBe('upstream_failed')
  expect(inside).toBe(0)
  names.delete('localhost')
  await secret.stop(true)
})

test.each([
  'ftp://pictures.example/',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '//pictures.example/a.png',
  '/a.png',
  'pictures.example',
  '',
  'http://',
  'http://user@pictures.example/',
  'http://user:pass@pictures.example/',
  'http://pictures.example:8080/',
  'http://pictures.example:22/',
  'https://pictures.example:3000/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://１２７.０.０.１/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00:ec2::254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://192.168.0.1/',
  'http://intranet/',
  'http://database.internal/',
  'http://printer.local./',
])('%p is not allowed, without a connection', async (url) => {
  const { code, message, connections } = await failureOf(load(url))
  expect({ code, message, connections }).toEqual({
    code: 'url_not_allowed',
    message: 'Importing from this URL is not allowed. Use a public http or https URL.',
    connections: [],
  })
})

test('a name that DNS does not know is told apart from a forbidden address', async () => {
  expect(await failureOf(load('http://unknown.example/a.png'))).toEqual({
    code: 'upstream_failed',
    message: 'The remote site has a host name that DNS does not know.',
    connections: [],
  })
  names.set('private.example', ['10.1.2.3'])
  expect(await failureOf(load('http://private.example/a.png'))).toMatchObject({ code: 'url_not_allowed' })
  names.set('known.internal', ['10.1.2.3'])
  const [known, unknown] = [
    await failureOf(load('http://known.internal/')),
    await failureOf(load('http://other.internal/')),
  ]
  expect(known).toEqual(unknown)
})

test('one internal address among public ones denies the request', async () => {
  names.set('mixed.example', [PUBLIC, '10.0.0.1'])
  names.set('none.example', [])
  names.set('scoped.example', ['fe80::1%eth0'])
  for (const name of ['mixed', 'none', 'scoped'])
    expect(await failureOf(load(`http://${name}.example/`))).toMatchObject({
      code: 'url_not_allowed',
      connections: [],
    })
})

describe('redirects', () => {
  test('are followed three times', async () => {
    expect((await load('http://pictures.example/chain/3')).url).toBe('http://pictures.example/chain/0')
    expect((await failureOf(load('http://pictures.example/chain/4'))).code).toBe('upstream_failed')
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://inside.example/',
    'http://pictures.example:8080/',
    'http://user@pictures.example/',
    'http://%zz/',
  ])('to %s are checked again', async (to) => {
    names.set('inside.example', ['10.1.2.3'])
    const found = await failureOf(load(`http://pictures.example/?to=${encodeURIComponent(to)}`))
    expect(found).toMatchObject({ code: 'url_not_allowed', connections: [`${PUBLIC} 80`] })
  })

  test('to a name that became internal are not followed', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']]
    names.set('turns.example', () => answers.shift() ?? ['127.0.0.1'])
    const found = await failureOf(load('http://turns.example/?to=/again'))
    expect(found).toMatchObject({ code: 'url_not_allowed', connections: [`${PUBLIC} 80`] })
  })

  test('without a Location are 502', async () => {
    expect((await failureOf(load('http://pictures.example/empty-redirect'))).code).toBe('upstream_failed')
  })
})

describe('the remote site', () => {
  test('responding with an error, closing early or refusing connections is 502', async () => {
    names.set('closed.example', ['8.8.4.4'])
    for (const url of ['http://pictures.example/missing', 'http://broken.example/', 'http://closed.example/'])
      expect((await failureOf(load(url))).code).toBe('upstream_failed')
  })

  test('is tried at its other addresses when one refuses the connection', async () => {
    names.set('half.example', ['8.8.4.4', PUBLIC])
    expect(Buffer.from((await load('http://half.example/')).bytes).toString()).toBe('picture')
  })

  test('sending more than the limit is aborted', async () => {
    expect((await failureOf(load('http://pictures.example/endless'))).code).toBe('payload_too_large')
    expect((await failureOf(load('http://pictures.example/', { maxBytes: 6 }))).code).toBe(
      'payload_too_large',
    )
    expect((await load('http://pictures.example/', { maxBytes: 7 })).bytes.byteLength).toBe(7)
  })

  test('taking too long is aborted, and so is the resolver', async () => {
    expect((await failureOf(load('http://pictures.example/silent', { deadlineMs: 150 }))).code).toBe(
      'upstream_failed',
    )
    const slow: Outbound = { ...outbound, resolve: () => new Promise(() => {}) }
    const call = safeFetch(slow, 'http://pictures.example/', {
      maxBytes: 1,
      deadlineMs: 150,
      tooLarge: () => new AppError('internal', ''),
    })
    expect((await failureOf(call)).code).toBe('upstream_failed')
  })

  test('receives no information except that an image is requested', async () => {
    const { bytes } = await load('http://pictures.example/headers')
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({
      host: 'pictures.example',
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Frontage (image import)',
      connection: 'close',
    })
  })
})

describe.skipIf(!canCertify)('over TLS', () => {
  let tls: ReturnType<typeof Bun.serve>
  let ca = ''
  beforeAll(async () => {
    const certificate = selfSigned('secure.example')
    ca = certificate.cert
    tls = Bun.serve({ port: 0, hostname: '127.0.0.1', tls: certificate, fetch: () => new Response('secure') })
    names.set('secure.example', [PUBLIC])
    names.set('impostor.example', [PUBLIC])
  })
  afterAll(() => tls.stop(true))

  const loadTls = (url: string, trust: Partial<Outbound>) =>
    safeFetch({ ...outbound, dial: () => ({ address: '127.0.0.1', port: tls.port! }), ...trust }, url, {
      maxBytes: 100,
      tooLarge: () => new AppError('internal', ''),
    })

  test('the certificate must match the requested name', async () => {
    expect(Buffer.from((await loadTls('https://secure.example/', { ca })).bytes).toString()).toBe('secure')
    expect((await failureOf(loadTls('https://impostor.example/', { ca }))).code).toBe('upstream_failed')
  })

  test('the certificate must be issued by a trusted authority', async () => {
    expect((await failureOf(loadTls('https://secure.example/', {}))).code).toBe('upstream_failed')
  })
})
