// A TCP proxy that a test can break: drop data silently, reset connections, or refuse them.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** Number of bytes kept of what a client sends first. */
const FIRST_BYTES = 4_096

export type Connection = {
  /** The first bytes that the client sent. */
  first: string
  /** Whether data is dropped in both directions without closing the connection. */
  silent: boolean
}

export type TcpProxy = {
  /** The URL given, with the proxy's address. */
  url: string
  connections: ReadonlySet<Connection>
  /** Highest number of simultaneous connections. */
  maxConnections: number
  /** Makes every connection silent, including new ones. */
  silent: boolean
  /** The milliseconds for which data from the target is held back. */
  delayMs: number
  /** Resets a connection as soon as its client sends something. */
  resets: boolean
  /** Closes all connections and refuses new ones until `accept`. */
  refuse(): Promise<void>
  /** Has no effect on a proxy that accepts connections. */
  accept(): Promise<void>
  /** Forwards new connections to the host and port of another URL. */
  retarget(url: string): void
  close(): Promise<void>
}

/** Listens on a free port and forwards to the host and port of `url`. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  let target = new URL(url)
  const sockets = new Map<Connection, Socket>()
  let server: Server | null = null
  let port = 0

  function forward(client: Socket) {
    const connection: Connection = { first: '', silent: false }
    sockets.set(connection, client)
    proxy.maxConnections = Math.max(proxy.maxConnections, sockets.size)
    const isSilent = () => proxy.silent || connection.silent
    const upstream = connect(Number(target.port || 5432), target.hostname)
    client.on('data', (data: Buffer) => {
      if (connection.first.length < FIRST_BYTES) connection.first += data.toString('latin1')
      if (proxy.resets) client.resetAndDestroy()
      else if (!isSilent()) upstream.write(data)
    })
    // Held back in order, also when the delay changes.
    const held: (() => void)[] = []
    let until = 0
    function deliver(action: () => void) {
      const now = performance.now()
      until = Math.max(until, now + proxy.delayMs)
      held.push(action)
      if (until <= now) held.shift()!()
      else setTimeout(() => held.shift()!(), until - now)
    }
    upstream.on('data', (data) => deliver(() => void (isSilent() || client.destroyed || client.write(data))))
    client.on('close', () => {
      sockets.delete(connection)
      upstream.destroy()
    })
    upstream.on('close', () => deliver(() => void (isSilent() || client.destroy())))
    for (const socket of [client, upstream]) socket.on('error', () => {})
  }

  const proxy: TcpProxy = {
    url: '',
    get connections() {
      return new Set(sockets.keys())
    },
    maxConnections: 0,
    silent: false,
    delayMs: 0,
    resets: false,
    async refuse() {
      const closing = server && once(server, 'close')
      server?.close()
      server = null
      for (const socket of sockets.values()) socket.destroy()
      await closing
    },
    async accept() {
      if (server) return
      server = createServer(forward).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as { port: number }).port
    },
    retarget(other) {
      target = new URL(other)
    },
    close: () => proxy.refuse(),
  }
  await proxy.accept()
  const proxied = new URL(url)
  proxied.host = `127.0.0.1:${port}`
  proxy.url = proxied.href
  return proxy
}
