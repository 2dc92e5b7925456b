// The sockets of a connection pool, which knows how many are open.
import { Socket } from 'node:net'

type Target = { host: string[]; port: number[]; path?: string | false }

/**
 * `open` is the `socket` option of postgres.js. It returns sockets that are still connecting, because postgres.js loses
 * the pool slot of a connection whose `socket` function throws.
 */
export function createPoolSockets() {
  const sockets = new Set<Socket>()
  let attempts = 0
  return {
    /** The number of sockets that are open. Over TLS postgres.js takes all listeners from a socket, so that none tells of its end. */
    count() {
      for (const socket of sockets) if (socket.destroyed) sockets.delete(socket)
      return sockets.size
    },
    open({ host, port, path }: Target): Socket {
      const index = attempts++ % host.length
      const [hostname, portNumber] = [host[index]!, port[index]!]
      const socket = new Socket()
      sockets.add(socket)
      if (path) socket.connect(path)
      else socket.connect(portNumber, hostname)
      // TLS reads the server name from `host`.
      return Object.assign(socket, { host: hostname })
    },
  }
}
