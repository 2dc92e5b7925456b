// Shutdown of the service as a separate process: signals, exit code and log.
import { afterAll, expect, test } from 'bun:test'
import { exists, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENT, startProcess } from '../support/service.ts'

const root = join(import.meta.dir, '../..')
const directory = await mkdtemp(join(tmpdir(), 'frontage-serve-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

function start(env: Record<string, string>) {
  return Bun.spawn(['bun', join(root, 'src/main.ts'), 'serve'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH!,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      ...PATIENT,
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** The log's lines. */
async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<any> {
  let rest = ''
  for await (const chunk of stream.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line)
  }
}

test('SIGTERM: reports not ready, finishes open requests, exits 0, and logs only JSON lines', async () => {
  const service = start({ SHUTDOWN_DELAY_SECONDS: '2', SHUTDOWN_GRACE_SECONDS: '10' })
  const log = linesOf(service.stdout)
  let url = ''
  for (;;) {
    const { value } = await log.next()
    if (value.msg === 'listening') {
      url = value.url.replace('localhost', '127.0.0.1')
      break
    }
  }
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  // A request whose body has not arrived when the signal comes.
  const body = '{"email":"a@example.com","password":"x"}'
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await Bun.sleep(100)
  service.kill('SIGTERM')
  let ready = await fetch(`${url}/health/ready`)
  while (ready.status === 200) ready = await fetch(`${url}/health/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ status: 'draining' })
  expect((await fetch(`${url}/health`)).status).toBe(200)
  while (await fetch(`${url}/health`).catch(() => null)) await Bun.sleep(50)
  socket.write(body)
  expect(await answer).toStartWith('HTTP/1.1 401 ')
  expect(await service.exited).toBe(0)
  const lines = []
  for await (const line of log) lines.push(line)
  expect(lines.map(({ msg }) => msg)).toContain('stopping')
  expect(lines.some(({ route, http_status }) => route === '/api/auth/login' && http_status === 401)).toBe(
    true,
  )
  for (const line of lines) expect(line).toContainKeys(['request_id', 'http_status', 'duration_ms'])
})

test('SIGTERM: connections that are not accepted yet are answered too', async () => {
  const service = await startProcess({ DATA_DIR: join(directory, 'waiting') })
  // A paused process: the kernel keeps the connections and their requests for it.
  process.kill(service.pid, 'SIGSTOP')
  const answers = Array.from({ length: 20 }, () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const sent = new Promise((resolve) =>
      socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', resolve),
    )
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (data) => resolve(data.toString().split('\r\n')[0]!))
      socket.on('error', (error) => resolve(error.message))
      socket.on('close', () => resolve('closed'))
    })
    return { sent, answer }
  })
  await Promise.all(answers.map(({ sent }) => sent))
  process.kill(service.pid, 'SIGTERM')
  process.kill(service.pid, 'SIGCONT')
  expect(new Set(await Promise.all(answers.map(({ answer }) => answer)))).toEqual(
    new Set(['HTTP/1.1 200 OK']),
  )
  expect(await service.exited).toBe(0)
})

test('SIGTERM: a connection whose request is still on its way is answered', async () => {
  const service = await startProcess({ DATA_DIR: join(directory, 'on-its-way') })
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (data) => resolve(data.toString().split('\r\n')[0]!))
    socket.on('error', (error) => resolve(error.message))
    socket.on('close', () => resolve('closed'))
  })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  // The connection is accepted by now.
  await Bun.sleep(50)
  process.kill(service.pid, 'SIGTERM')
  await Bun.sleep(50)
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await answer).toBe('HTTP/1.1 200 OK')
  expect(await service.exited).toBe(0)
})

test('SIGTERM under load: no connection that a client has opened is reset', async () => {
  const service = await startProcess({ DATA_DIR: join(directory, 'load') })
  const port = Number(new URL(service.url).port)
  const connections: Promise<'answered' | 'refused' | 'reset'>[] = []
  const timer = setInterval(() => {
    const socket = connect(port, '127.0.0.1')
    let outcome: Awaited<(typeof connections)[0]> = 'refused'
    socket.on('connect', () => {
      outcome = 'reset'
      socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    })
    socket.on('data', () => {
      outcome = 'answered'
    })
    socket.on('error', () => {})
    connections.push(new Promise((resolve) => socket.on('close', () => resolve(outcome))))
  }, 2)
  await Bun.sleep(300)
  expect(await service.stop()).toBe(0)
  await Bun.sleep(50)
  clearInterval(timer)
  expect(new Set(await Promise.all(connections))).toEqual(new Set(['answered', 'refused']))
})

test('requests longer than the grace time are cut', async () => {
  const service = start({ SHUTDOWN_GRACE_SECONDS: '0.3' })
  const log = linesOf(service.stdout)
  let line = (await log.next()).value
  while (line.msg !== 'listening') line = (await log.next()).value
  const socket = connect(Number(new URL(line.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  )
  await Bun.sleep(200)
  const began = performance.now()
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  // Without the cut, a body that arrives too slowly would end after 10 s.
  expect(performance.now() - began).toBeLessThan(9_000)
})

test('SIGTERM: ends soon although nobody reads its log', async () => {
  // Passes on the line with the address, and then keeps the pipe open unread.
  const unread = ['bash', '-c', `exec "$0" "$@" > >(grep -m1 '"url"'; exec sleep 180)`]
  const service = await startProcess({ DATA_DIR: join(directory, 'unread') }, undefined, unread)
  for (let batch = 0; batch < 50; batch++)
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${service.url}/api/x`)))
  const began = performance.now()
  await service.stop()
  expect(performance.now() - began).toBeLessThan(50_000)
})

test('SIGTERM during the start exits 0', async () => {
  const data = join(directory, 'starting')
  const service = start({ DATA_DIR: data })
  while (!(await exists(data))) await Bun.sleep(1)
  service.kill('SIGTERM')
  expect(await service.exited).toBe(0)
})
