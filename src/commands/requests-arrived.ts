import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** No longer, because of connections that are kept open between requests. */
const MAX_WAIT_MS = 200
/** ESTABLISHED, and SYN_RECV: Bun's socket accepts a connection with its first byte (TCP_DEFER_ACCEPT). */
const OPEN = ['01', '03']

/**
 * Waits until the request of every open connection has arrived, for 0.2 s at most: `server.stop` resets a connection
 * whose request has not, and proxies do not repeat a write that fails so. Does nothing where there is no `/proc`.
 */
export async function requestsArrived(server: Bun.Server<unknown>): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (connectionsTo(server.port ?? 0) > server.pendingRequests && performance.now() < end) await sleep(1)
}

/** Open connections to this port, those that are not accepted yet included. */
function connectionsTo(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) =>
    readTable(path).map((line) => line.trim().split(/\s+/)),
  )
  return rows.filter(([, address, , state]) => address?.endsWith(local) && OPEN.includes(state ?? '')).length
}

function readTable(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
