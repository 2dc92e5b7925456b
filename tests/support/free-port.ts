// Ports for servers that cannot choose one themselves.
import { createServer, type Server } from 'node:net'

/** The range is below the ports that systems give to outgoing connections and to servers on port 0. */
const FIRST = 20_000
const PAIRS = 6_000

/** The listeners that hold the second port of each pair. */
const held: Server[] = []

/**
 * A port that nothing listens on, and that no other call on this machine returns while this process lives: ports are given
 * away in pairs, of which this process keeps the second.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + 2 * Math.floor(Math.random() * PAIRS)
    const claim = await listen(port + 1)
    if (!claim) continue
    const probe = await listen(port)
    if (probe) {
      held.push(claim)
      await close(probe)
      return port
    }
    await close(claim)
  }
}

/** Null if something listens there. It does not keep the process alive. */
const listen = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer().unref()
    server.on('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const close = (server: Server) => new Promise((resolve) => server.close(resolve))
