// A connection to the server that gives up when nothing comes back. postgres.js waits for ever for a host that takes
// bytes and answers none, TCP keepalive is content with such a host, and each slot of the pool would be lost for good
// (github.com/porsager/postgres, issue 1089).
import { Socket } from 'node:net'

/** How many sockets are open. */
export type OpenSockets = { count: number }

type Target = { host: string[]; port: number[]; path?: string | false }

/**
 * Makes sockets for the `socket` option of postgres.js, which end with ETIMEDOUT when `answerMs` pass after a write
 * without a byte from the server. They are given out while they still connect: postgres.js loses the slot of a
 * connection whose `socket` throws.
 */
export function responseTimeoutSockets({ answerMs, open }: { answerMs: number; open: OpenSockets }) {
  let attempts = 0
  return ({ host, port, path }: Target): Socket => {
    const index = attempts++ % host.length
    const [name, number] = [host[index]!, port[index]!]
    const socket = new Socket()
    open.count++
    socket.once('close', () => open.count--)
    if (path) socket.connect(path)
    else socket.connect(number, name)
    // TLS takes the server's name from `host`.
    return Object.assign(watch(socket, answerMs), { host: name })
  }
}

// Only once `connect` was called, which puts the prototype's `write` back.
function watch(socket: Socket, answerMs: number): Socket {
  let timer: Timer | undefined
  const relax = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const giveUp = () =>
    socket.destroy(Object.assign(new Error('the server did not answer'), { code: 'ETIMEDOUT' }))
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    timer ??= setTimeout(giveUp, answerMs)
    return write(...args)
  }
  return socket.on('data', relax).once('close', relax)
}
