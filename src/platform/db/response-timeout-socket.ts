// Sockets that close when the server does not answer. postgres.js waits forever for a host that accepts bytes and never
// replies, TCP keepalive does not detect such a host, and each affected slot of the pool would be lost for good
// (github.com/porsager/postgres, issue 1089).
import { Socket } from 'node:net'

/** Counter of open sockets. */
export type OpenSockets = { count: number }

type Target = { host: string[]; port: number[]; path?: string | false }

/**
 * Returns the `socket` option of postgres.js. Its sockets fail with ETIMEDOUT when no byte arrives within `timeoutMs`
 * after a write. They are returned while still connecting, because postgres.js loses the pool slot of a connection
 * whose `socket` function throws.
 */
export function responseTimeoutSockets({ timeoutMs, open }: { timeoutMs: number; open: OpenSockets }) {
  let attempts = 0
  return ({ host, port, path }: Target): Socket => {
    const index = attempts++ % host.length
    const [hostname, portNumber] = [host[index]!, port[index]!]
    const socket = new Socket()
    open.count++
    socket.once('close', () => open.count--)
    if (path) socket.connect(path)
    else socket.connect(portNumber, hostname)
    // TLS reads the server name from `host`.
    return Object.assign(withResponseTimeout(socket, timeoutMs), { host: hostname })
  }
}

// Must be applied after `connect`, which restores the prototype's `write`.
function withResponseTimeout(socket: Socket, timeoutMs: number): Socket {
  let timer: Timer | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const onTimeout = () =>
    socket.destroy(Object.assign(new Error('The database server did not answer'), { code: 'ETIMEDOUT' }))
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    timer ??= setTimeout(onTimeout, timeoutMs)
    return write(...args)
  }
  return socket.on('data', stopTimer).once('close', stopTimer)
}
