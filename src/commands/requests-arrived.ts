import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuseNewConnections } from './refuse-new-connections.ts'

/** The wait for requests that the kernel has, or that a client is about to send. */
const MAX_WAIT_MS = 2_000
/** The wait for connections that may be kept open between requests. */
const MAX_IDLE_WAIT_MS = 200
/** The wait for connections that another core was about to begin when the server began to refuse new ones. */
const MIN_WAIT_MS = 50
/** Reading the table takes a microsecond or two per connection, closed ones included, and blocks requests. */
const MAX_READING_SHARE = 1 / 4

// States of /proc/net/tcp.
const ESTABLISHED = '01'
/** A connection without a request is in this state too: Bun's socket accepts it with its first byte (TCP_DEFER_ACCEPT). */
const SYN_RECV = '03'
const LISTEN = '0A'

/** `isUnread`: the process has not read what has arrived; of a listening socket, not accepted all connections. */
type Socket = { state: string; isUnread: boolean; inode: string }

/**
 * Refuses new connections to the server and waits until the requests of those that exist have arrived.
 * `server.stop` resets every other connection, and proxies do not repeat a write that fails so. Does nothing where there is
 * no `/proc`.
 */
export async function requestsArrived(server: Bun.Server<unknown>): Promise<void> {
  const port = server.port ?? 0
  const listening = socketsOf(port).find(({ state }) => state === LISTEN)
  if (!listening) return
  refuseNewConnections(listening.inode)
  const start = performance.now()
  for (;;) {
    const began = performance.now()
    const sockets = socketsOf(port)
    const isWaiting = sockets.some(({ state, isUnread }) => state === SYN_RECV || isUnread)
    const open = sockets.filter(({ state }) => state === ESTABLISHED).length
    const limit = isWaiting ? MAX_WAIT_MS : open > server.pendingRequests ? MAX_IDLE_WAIT_MS : MIN_WAIT_MS
    const now = performance.now()
    if (now - start >= limit) return
    await sleep(1 + (now - began) / MAX_READING_SHARE)
  }
}

function socketsOf(port: number): Socket[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((path) => readTable(path).map((line) => line.trim().split(/\s+/)))
    .filter(([, address]) => address?.endsWith(local))
    .map(([, , , state = '', queues = '', , , , , inode = '']) => ({
      state,
      isUnread: !queues.endsWith(':00000000'),
      inode,
    }))
}

function readTable(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
