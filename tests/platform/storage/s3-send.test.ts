// Whether an object may have been stored although the put failed: never before its bytes could have left this process.

import { dlopen, ptr } from 'bun:ffi'
import { afterEach, describe, expect, test } from 'bun:test'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Secret } from '../../../src/platform/config/secret.ts'
import { openS3 } from '../../../src/platform/storage/s3-storage.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { certificate, privateKey } from '../../mail/certificate.ts'
import { eventually } from '../../support/eventually.ts'

const KEY = '2026/05/name.png'
/** The SDK asks for the store's agreement (Expect: 100-continue) before it sends a body of 2 MiB. */
const LARGE = 2_097_152
const CERTAIN = { status: 503, uncertain: false }
const UNCERTAIN = { status: 503, uncertain: true }

type Operation = (storage: Storage) => Promise<unknown>
const put: Operation = (storage) => putBytes(storage, 3)
const remove: Operation = (storage) => storage.remove(KEY)

const putBytes = (storage: Storage, size: number) =>
  storage.put(KEY, new Uint8Array(size), { type: 'image/png' })

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** The store at a port; `deadline` ends what runs then, and all that follows. */
function openStore(port: number, protocol = 'http') {
  const deadline = new AbortController()
  const storage = openS3({
    endpoint: `${protocol}://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'b-1',
    accessKey: new Secret('a'),
    secretKey: new Secret('s'),
    timeoutMs: 300_000,
    createDeadline: () => deadline,
  })
  closers.push(() => storage.close())
  return { storage, deadline }
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error) => error,
  )

/** A server on which `answer` gets each request of up to one chunk, with its number. */
async function serve(answer: (socket: Socket, number: number) => void, server: Server = createServer()) {
  const sockets: Socket[] = []
  const requests: string[] = []
  const isTls = server.constructor !== createServer().constructor
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => answer(socket, requests.push(String(bytes))))
  })
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  closers.push(close)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, sockets, requests, close }
}

const silent = () => {}
const respond = (socket: Socket, status: string, then?: () => void) =>
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nETag: "x"\r\n${then ? 'Connection: close\r\n' : ''}\r\n`,
    then,
  )

/** The requests that this process begins, until the end of the test. */
function watchRequests(): ClientRequest[] {
  const requests: ClientRequest[] = []
  const add = (message: unknown) => requests.push((message as { request: ClientRequest }).request)
  subscribe('http.client.request.created', add)
  closers.push(() => unsubscribe('http.client.request.created', add))
  return requests
}

describe.each<[string, Operation]>([
  ['a put', put],
  ['a removal', remove],
])('%s has certainly not happened', (_, run) => {
  test('if the store refuses connections', async () => {
    const { port, close } = await serve(silent)
    close()
    expect(await failureOf(run(openStore(port).storage))).toMatchObject(CERTAIN)
  })

  test('if its deadline ended before it began', async () => {
    const { port } = await serve(silent)
    const { storage, deadline } = openStore(port)
    deadline.abort()
    expect(await failureOf(run(storage))).toMatchObject(CERTAIN)
  })

  test.skipIf(process.platform !== 'linux')('while the store accepts no connection', async () => {
    const { storage, deadline } = openStore(await listenWithFullBacklog())
    const requests = watchRequests()
    const failure = failureOf(run(storage))
    await eventually(() => requests[0]?.socket?.connecting === true)
    deadline.abort()
    expect(await failure).toMatchObject(CERTAIN)
  })

  test('while all connections are busy', async () => {
    const { port, sockets } = await serve(silent)
    const { storage, deadline } = openStore(port)
    const requests = watchRequests()
    const reads = Array.from({ length: 50 }, () => failureOf(storage.head(KEY)))
    await eventually(() => sockets.length >= 50)
    const failure = failureOf(run(storage))
    await eventually(() => requests.length >= 51)
    deadline.abort()
    expect(await failure).toMatchObject(CERTAIN)
    await Promise.all(reads)
  })

  test('while the store does not answer the TLS handshake', async () => {
    const { port, requests } = await serve(silent)
    const { storage, deadline } = openStore(port, 'https')
    const failure = failureOf(run(storage))
    await eventually(() => requests.length === 1)
    deadline.abort()
    expect(await failure).toMatchObject(CERTAIN)
  })

  test('if the certificate of the store is not trusted', async () => {
    const { port } = await serve(silent, createTlsServer({ cert: certificate, key: privateKey }))
    expect(await failureOf(run(openStore(port, 'https').storage))).toMatchObject(CERTAIN)
  })

  test('if the store refuses the operation', async () => {
    const { port } = await serve((socket) => respond(socket, '403 Forbidden'))
    expect(await failureOf(run(openStore(port).storage))).toMatchObject(CERTAIN)
  })
})

describe.each<[string, Operation]>([
  ['a put', put],
  ['a removal', remove],
])('%s may have happened', (_, run) => {
  test('if the store has the request and stays silent', async () => {
    const { port, requests } = await serve(silent)
    const { storage, deadline } = openStore(port)
    const failure = failureOf(run(storage))
    await eventually(() => requests.length === 1)
    deadline.abort()
    expect(await failure).toMatchObject(UNCERTAIN)
  })

  test('if the store fails', async () => {
    const { port } = await serve((socket) => respond(socket, '500 Internal Server Error'))
    expect(await failureOf(run(openStore(port).storage))).toMatchObject(UNCERTAIN)
  })

  test('if the store disconnects after the request, and then refuses connections', async () => {
    const { port, close } = await serve(() => close())
    const failure = await failureOf(run(openStore(port).storage))
    expect(failure).toMatchObject({ ...UNCERTAIN, cause: { code: 'ECONNREFUSED' } })
  })

  test('if the store disconnects after the request, and then refuses the operation', async () => {
    const { port } = await serve((socket, number) =>
      number === 1 ? void socket.destroy() : respond(socket, '403 Forbidden'),
    )
    expect(await failureOf(run(openStore(port).storage))).toMatchObject(UNCERTAIN)
  })

  test('if it went over a connection that was kept alive', async () => {
    const { port, requests, sockets } = await serve(
      (socket, number) => number === 1 && respond(socket, '200 OK'),
    )
    const { storage, deadline } = openStore(port)
    await run(storage)
    const failure = failureOf(run(storage))
    await eventually(() => requests.length === 2)
    expect(sockets).toHaveLength(1)
    deadline.abort()
    expect(await failure).toMatchObject(UNCERTAIN)
  })
})

test('a put over TLS may have happened if the store has the request and stays silent', async () => {
  const trusted = getCACertificates()
  closers.push(() => setDefaultCACertificates(trusted))
  setDefaultCACertificates([...trusted, certificate])
  const { port, requests } = await serve(silent, createTlsServer({ cert: certificate, key: privateKey }))
  const { storage, deadline } = openStore(port, 'https')
  const failure = failureOf(put(storage))
  await eventually(() => requests.length === 1)
  deadline.abort()
  expect(await failure).toMatchObject(UNCERTAIN)
})

describe('a large object', () => {
  test('is certainly not stored while the store has not agreed to its body', async () => {
    const { port, requests } = await serve(silent)
    const { storage, deadline } = openStore(port)
    const failure = failureOf(putBytes(storage, LARGE))
    await eventually(() => requests.length === 1)
    expect(requests[0]).toContain('Expect: 100-continue')
    deadline.abort()
    expect(await failure).toMatchObject(CERTAIN)
  })

  test('may be stored from then on', async () => {
    const { port, requests } = await serve((socket, number) => {
      if (number === 1) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    })
    const { storage, deadline } = openStore(port)
    const failure = failureOf(putBytes(storage, LARGE))
    await eventually(() => requests.length > 1)
    deadline.abort()
    expect(await failure).toMatchObject(UNCERTAIN)
  })
})

describe('a put whose bucket is missing', () => {
  test('has certainly not happened while the bucket is being created', async () => {
    const { port, requests } = await serve(
      (socket, number) => number === 1 && respond(socket, '404 Not Found'),
    )
    const { storage, deadline } = openStore(port)
    const failure = failureOf(put(storage))
    await eventually(() => requests.length === 2)
    deadline.abort()
    expect(await failure).toMatchObject(CERTAIN)
  })

  test('has certainly not happened if the store is gone when the bucket exists', async () => {
    const { port, close } = await serve((socket, number) => {
      if (number === 1) respond(socket, '404 Not Found')
      else respond(socket, '200 OK', close)
    })
    const failure = await failureOf(put(openStore(port).storage))
    expect(failure).toMatchObject({ ...CERTAIN, cause: { code: 'ECONNREFUSED' } })
  })

  test('may have happened if the answer to its first attempt was lost', async () => {
    const { port } = await serve((socket, number) => {
      if (number === 1) socket.destroy()
      else respond(socket, number === 2 ? '404 Not Found' : '403 Forbidden')
    })
    expect(await failureOf(put(openStore(port).storage))).toMatchObject(UNCERTAIN)
  })
})

/** The port of a socket that listens, whose queue is full and from which nobody takes connections. */
async function listenWithFullBacklog(): Promise<number> {
  const { symbols: libc, close } = dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    listen: { args: ['int', 'int'], returns: 'int' },
    getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
    close: { args: ['int'], returns: 'int' },
  })
  const [AF_INET, SOCK_STREAM] = [2, 1]
  const descriptor = libc.socket(AF_INET, SOCK_STREAM, 0)
  libc.listen(descriptor, 0)
  const address = new DataView(new ArrayBuffer(16))
  libc.getsockname(descriptor, ptr(address), ptr(new Int32Array([address.byteLength])))
  const port = address.getUint16(2)
  const first = connect(port, '127.0.0.1')
  closers.push(() => {
    first.destroy()
    libc.close(descriptor)
    close()
  })
  // A queue of length 0 takes one connection.
  await once(first, 'connect')
  return port
}
