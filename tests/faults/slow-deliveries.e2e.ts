// Unauthenticated senders open 400 connections to the receiver, reopen each that is closed, and send bodies that never
// end, some a byte at a time, some a megabyte at once. Genuine pushes must be accepted throughout. Prints figures.
import { afterAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { asGitHub, createGitHost, pushOf, startReceiver } from '../support/deploys.ts'

const ATTACKERS = 400
const DURATION_MS = 8_000

const host = await createGitHost({ file: 'x' })
const receiver = await startReceiver({
  DEPLOY_REPO_DIR: host.checkout,
  DEPLOY_STATE_DIR: join(host.root, 'state'),
  DEPLOY_BUILD: '["true"]',
  DEPLOY_UP: '["true"]',
  DEPLOY_READY_URL: 'http://127.0.0.1:1/',
  DEPLOY_READY_TIMEOUT_SECONDS: '1',
  HOME: host.root,
})
afterAll(async () => {
  await receiver?.stop()
  await host?.remove()
})

const memoryMb = async () =>
  Number(/VmRSS:\s+(\d+)/.exec(await Bun.file(`/proc/${receiver.pid}/status`).text())![1]) / 1_024

const HEAD = `POST /hooks/deploy HTTP/1.1\r
Host: receiver\r
Content-Type: application/json\r
X-GitHub-Event: push\r
X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r
Content-Length: 20000000\r
\r
`

/** Opens the connections and keeps them open until `stop`. */
function attack(firstBytes: number) {
  const port = Number(new URL(receiver.url).port)
  const sockets = new Set<Socket>()
  let [isRunning, opened] = [true, 0]
  function open() {
    opened++
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(HEAD)
      if (firstBytes > 0) socket.write(Buffer.alloc(firstBytes))
    })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (isRunning) setTimeout(open, 1_000)
    })
  }
  for (let n = 0; n < ATTACKERS; n++) open()
  const trickle = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x')
  }, 200)
  return {
    opened: () => opened,
    stop() {
      isRunning = false
      clearInterval(trickle)
      for (const socket of sockets) socket.destroy()
    },
  }
}

test.each([
  ['one byte at a time', 0],
  ['one megabyte at once', 1_000_000],
])(
  'genuine pushes are accepted while 400 senders keep their bodies unfinished: %s',
  async (name, firstBytes) => {
    const idle = await memoryMb()
    const attackers = attack(firstBytes)
    const statuses: number[] = []
    const times: number[] = []
    let peak = 0
    const end = performance.now() + DURATION_MS
    await Bun.sleep(500)
    while (performance.now() < end) {
      const body = JSON.stringify(pushOf(host.first, { nonce: crypto.randomUUID() }))
      const start = performance.now()
      statuses.push((await receiver.post(body, asGitHub(body))).status)
      times.push(performance.now() - start)
      peak = Math.max(peak, await memoryMb())
      await Bun.sleep(200)
    }
    attackers.stop()
    times.sort((a, b) => a - b)
    const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)]!)
    console.log(
      `slow deliveries, ${name}: ${attackers.opened()} connections, ${statuses.length} pushes, answered in ` +
        `${at(0.5)} ms (p50) and ${at(1)} ms (max), memory ${Math.round(idle)} MB idle and ${Math.round(peak)} MB at most`,
    )
    expect(new Set(statuses)).toEqual(new Set([202]))
    // GitHub gives up after 10 seconds.
    expect(at(1)).toBeLessThan(10_000)
    expect(peak).toBeLessThan(idle + 600)
  },
)
