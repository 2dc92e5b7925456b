// One test for each hunk of patches/postgres@<version>.patch. To see whether a hunk is still needed after an upgrade of
// postgres.js, remove it and run this file: if its test passes without it, drop the hunk.
import { afterEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { Socket } from 'node:net'
import postgres from 'postgres'
import { canCertify, selfSigned } from '../../support/certificate.ts'
import { eventually, PATIENCE_MS } from '../../support/eventually.ts'
import { errorResponse, type FakePostgres, NO_ROWS, startFakePostgres } from './fake-postgres.ts'

let server: FakePostgres | null = null
let client: postgres.Sql | null = null

afterEach(async () => {
  await client?.end({ timeout: 0 })
  await server?.close()
})

const connect = (options: object = {}) =>
  postgres(server!.url, {
    max: 1,
    fetch_types: false,
    connect_timeout: PATIENCE_MS / 1_000,
    backoff: () => 0,
    ...options,
  })

test('a query in a transaction whose connection has closed fails, and the process survives', async () => {
  server = await startFakePostgres()
  const sockets: Socket[] = []
  client = connect({ socket: connectTo(sockets) })
  let queryError: unknown = null
  const transaction = client.begin(async (tx) => {
    const closed = once(sockets.at(-1)!, 'close')
    sockets.at(-1)!.destroy()
    await closed
    await tx.unsafe('select 1').catch((error: unknown) => {
      queryError = error
    })
  })
  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await eventually(() => queryError !== null)
  expect(queryError).toMatchObject({ code: 'CONNECTION_CLOSED' })
})

test('a query in a transaction whose connection has closed does not run in the next transaction', async () => {
  const received: string[] = []
  server = await startFakePostgres(({ text }) => {
    received.push(text)
    return false
  })
  const sockets: Socket[] = []
  client = connect({ socket: connectTo(sockets) })
  const isInNext = Promise.withResolvers<void>()
  let late: Promise<string> | undefined
  const first = client.begin(async (tx) => {
    sockets.at(-1)!.destroy()
    await isInNext.promise
    late = tx.unsafe('select late').then(
      () => 'answered',
      ({ code }) => code,
    )
    return late
  })
  const next = client.begin(async (tx) => {
    isInNext.resolve()
    await eventually(() => late !== undefined)
    await tx.unsafe('select next')
  })
  await expect(first).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await next
  expect(await late).toBe('CONNECTION_CLOSED')
  expect(received.filter((text) => text.includes('select'))).toEqual(['select next\0'])
})

test('a query added after an error of the socket fails, and the next ones get their own answers', async () => {
  const isSent = Promise.withResolvers<void>()
  server = await startFakePostgres(({ text }, socket) => {
    if (!text.startsWith('select lost')) return false
    socket.pause()
    isSent.resolve()
    return true
  })
  const sockets: Socket[] = []
  client = connect({ socket: connectTo(sockets) })
  const transaction = client.begin((tx) => tx.unsafe('select lost'))
  transaction.catch(() => {})
  await isSent.promise
  const socket = sockets[0]!
  socket.emit('error', Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }))
  // The transaction sends a rollback now.
  await Bun.sleep(1)
  socket.emit('close', true)
  socket.destroy()
  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  const commands = await Promise.all(
    ['insert 1', 'update 2', 'delete 3'].map(async (text) => (await client!.unsafe(text)).command),
  )
  expect(commands).toEqual(['INSERT', 'UPDATE', 'DELETE'])
})

test('a connection that closes before its startup message was sent is replaced by one that sends it', async () => {
  server = await startFakePostgres()
  const sockets: Socket[] = []
  const createSocket = connectTo(sockets)
  client = connect({
    socket: () => {
      const socket = createSocket()
      // The driver listens for data right before it schedules the write of the startup message.
      if (sockets.length === 1)
        socket.on(
          'newListener',
          (event) => event === 'data' && queueMicrotask(() => socket.emit('close', false)),
        )
      return socket
    },
  })
  expect(await client.unsafe('select 1')).toHaveLength(0)
  expect(sockets).toHaveLength(2)
  sockets[0]!.destroy()
})

test('the error that ended a connection is not reported for the first query of the next one', async () => {
  server = await startFakePostgres(({ text }, socket) => {
    if (!text.startsWith('select terminate')) return false
    socket.end(errorResponse('57P01'))
    return true
  })
  client = connect()
  await expect(client.unsafe('select terminate')).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await client.unsafe('select 1')).toHaveLength(0)
})

test('a connection lost while it loads array types causes no unhandled rejection', async () => {
  const sockets: Socket[] = []
  server = await startFakePostgres(({ type }) => {
    if (type !== 'P' || sockets.length > 1) return false
    sockets[0]!.destroy(Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }))
    return true
  })
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  client = connect({ fetch_types: true, socket: connectTo(sockets) })
  await expect(client.unsafe('select 1')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await client.unsafe('select 1')).toHaveLength(0)
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled).toEqual([])
})

test('a query runs on the connection that was used last', async () => {
  const used: Socket[] = []
  server = await startFakePostgres((_message, socket) => {
    used.push(socket)
    return false
  })
  client = connect({ max: 3 })
  await Promise.all(['select 1', 'select 2', 'select 3'].map((text) => client!.unsafe(text)))
  expect(new Set(used).size).toBe(3)
  used.length = 0
  for (let count = 0; count < 4; count++) await client.unsafe('select 1')
  expect(new Set(used).size).toBe(1)
})

const SILENT = 'select silent'
const PARSE_COMPLETE = Buffer.from([0x31, 0, 0, 0, 4])

test.each([
  ['no query', (sql: postgres.Sql) => sql.unsafe(SILENT), false],
  [
    'some of the queries',
    (sql: postgres.Sql) => sql.begin((tx) => [tx.unsafe('select 1'), tx.unsafe(SILENT)]),
    false,
  ],
  ['part of a query', (sql: postgres.Sql) => sql.unsafe(SILENT), true],
] as const)(
  'a server that answers %s is given up, and its slot taken by another connection',
  async (_, run, answersPart) => {
    server = await startFakePostgres(({ text }, socket) => {
      if (!text.includes(SILENT)) return false
      if (answersPart) socket.write(PARSE_COMPLETE)
      return true
    })
    client = connect({ response_timeout: 0.5 })
    await expect(run(client)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ETIMEDOUT|CONNECTION_CLOSED)$/),
    })
    expect(await client.unsafe('select 1')).toHaveLength(0)
    expect(server.connections).toBe(2)
  },
)

test.skipIf(!canCertify)('a server that answers no query is given up over TLS too', async () => {
  server = await startFakePostgres(({ text }) => text.includes(SILENT), selfSigned('localhost'))
  client = connect({ response_timeout: 0.5, ssl: 'require', sslnegotiation: 'direct' })
  expect(await client.unsafe('select 1')).toHaveLength(0)
  await expect(client.unsafe(SILENT)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(await client.unsafe('select 1')).toHaveLength(0)
})

test('a server is not given up while nothing is asked, nor while its answers follow each other', async () => {
  let asked = 0
  server = await startFakePostgres(({ text }, socket) => {
    if (!text.includes('select slow')) return false
    setTimeout(() => socket.write(NO_ROWS), ++asked * 600)
    return true
  })
  client = connect({ response_timeout: 2.5 })
  const idle = connect({ response_timeout: 2.5 })
  await idle.unsafe('select 1')
  // Five answers take three seconds.
  await client.begin((tx) => Array.from({ length: 5 }, () => tx.unsafe('select slow')))
  await Promise.all([client, idle].map((each) => each.unsafe('select 1')))
  expect(server.connections).toBe(2)
  await idle.end({ timeout: 0 })
})

/** A `socket` option that collects the sockets that it opens. */
function connectTo(sockets: Socket[]) {
  return () => {
    const socket = new Socket().connect(Number(new URL(server!.url).port), '127.0.0.1')
    sockets.push(socket)
    return socket
  }
}
