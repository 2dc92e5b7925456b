// Attacks with request bodies, as a process of its own: `bun hostile-bodies.ts URL ATTACK SECONDS` prints counts as JSON.
import { connect, type Socket } from 'node:net'

export type Attack = 'keys' | 'unfinished' | 'unfinished-chunked'

/**
 * Runs an attack; resolves with what became of its requests. It has the lowest priority: an attacker has a machine of its
 * own, and here would take the processor from the service and from the measurement (a bare handler's p99: 70 ms).
 */
export async function attack(url: string, kind: Attack, seconds: number): Promise<Record<string, number>> {
  const child = Bun.spawn(
    ['nice', '-n', '19', process.execPath, import.meta.path, url, kind, String(seconds)],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`the attack ${kind} failed`)
  return JSON.parse(text)
}

const KEYS = 216_695
const FLOOD_CONNECTIONS = 4
const UNFINISHED_CONNECTIONS = 400
const UNFINISHED_BYTES = 2_097_152
const PATHS = [
  '/api/auth/login',
  '/api/contact',
  '/api/newsletter',
  '/api/admin/services',
  '/api/site',
  '/nothing',
]

const headOf = (path: string, header: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n`

/** Sends 2 MB of keys to the sign-in over each connection, again as soon as it is answered. */
async function floodWithKeys(hostname: string, port: number, until: number) {
  const body = Buffer.from(
    `{${Array.from({ length: KEYS }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`,
  )
  const head = headOf('/api/auth/login', `Content-Length: ${body.byteLength}`)
  const counts = { answered: 0, broken: 0 }
  const sendOnce = () => {
    const { promise, resolve } = Promise.withResolvers<keyof typeof counts>()
    const socket = connect(port, hostname, () => {
      socket.write(head)
      socket.write(body)
    })
    socket.once('data', () => {
      resolve('answered')
      socket.destroy()
    })
    socket.on('error', () => resolve('broken'))
    socket.on('close', () => resolve('broken'))
    return promise
  }
  const sendRepeatedly = async () => {
    while (performance.now() < until) counts[await sendOnce()]++
  }
  await Promise.all(Array.from({ length: FLOOD_CONNECTIONS }, sendRepeatedly))
  return counts
}

/** Sends a 2 MB body except for its last byte over each of 400 connections, and then waits. */
async function leaveUnfinished(hostname: string, port: number, until: number, isChunked: boolean) {
  const bytes = Buffer.alloc(UNFINISHED_BYTES - 1, 32)
  const head = (path: string) =>
    isChunked
      ? `${headOf(path, 'Transfer-Encoding: chunked')}${UNFINISHED_BYTES.toString(16)}\r\n`
      : headOf(path, `Content-Length: ${UNFINISHED_BYTES}`)
  const counts = { closed: 0, answered: 0 }
  const sockets: Socket[] = []
  for (let index = 0; index < UNFINISHED_CONNECTIONS; index++) {
    const socket = connect(port, hostname, () => {
      socket.write(head(PATHS[index % PATHS.length]!))
      socket.write(bytes)
    })
    socket.once('data', () => counts.answered++)
    socket.on('error', () => {})
    socket.on('close', () => counts.closed++)
    sockets.push(socket)
    await Bun.sleep(5)
  }
  while (performance.now() < until) await Bun.sleep(50)
  const result = { ...counts }
  for (const socket of sockets) socket.destroy()
  return result
}

if (import.meta.main) {
  const [, , url, kind, seconds] = process.argv
  const { hostname, port } = new URL(url!)
  const until = performance.now() + Number(seconds) * 1_000
  const counts =
    kind === 'keys'
      ? await floodWithKeys(hostname, Number(port), until)
      : await leaveUnfinished(hostname, Number(port), until, kind === 'unfinished-chunked')
  console.log(JSON.stringify(counts))
}
