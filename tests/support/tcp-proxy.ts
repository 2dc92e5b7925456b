// A way to a server that a test may spoil: what it carries vanishes, is cut off, or nobody is there.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** How much of what a client says first is kept. */
const FIRST_BYTES = 4_096

export type Connection = {
  /** What the client said first. */
  first: string
  /** Whether all that it carries vanishes, either way, without a word to either end. */
  silent: boolean
}

export type TcpProxy = {
  /** The URL given, with the proxy's address. */
  url: string
  connections: ReadonlySet<Connection>
  /** The most connections at once. */
  most: number
  /** Makes every connection silent, new ones too. */
  silent: boolean
  /** Resets a connection as soon as its client says something. */
  resets: boolean
  /** Cuts off what is open and lets nobody connect until `accept`. */
  refuse(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

/** Listens on a free port and passes everything on to the host and port of `url`. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const sockets = new Map<Connection, Socket>()
  let server: Server | null = null
  let port = 0

  function take(client: Socket) {
    const connection: Connection = { first: '', silent: false }
    sockets.set(connection, client)
    proxy.most = Math.max(proxy.most, sockets.size)
    const isSilent = () => proxy.silent || connection.silent
    const upstream = connect(Number(target.port || 5432), target.hostname)
    client.on('data', (data: Buffer) => {
      if (connection.first.length < FIRST_BYTES) connection.first += data.toString('latin1')
      if (proxy.resets) client.resetAndDestroy()
      else if (!isSilent()) upstream.write(data)
    })
    upstream.on('data', (data) => isSilent() || client.write(data))
    client.on('close', () => {
      sockets.delete(connection)
      upstream.destroy()
    })
    upstream.on('close', () => isSilent() || client.destroy())
    for (const socket of [client, upstream]) socket.on('error', () => {})
  }

  const proxy: TcpProxy = {
    url: '',
    get connections() {
      return new Set(sockets.keys())
    },
    most: 0,
    silent: false,
    resets: false,
    async refuse() {
      const closing = server && once(server, 'close')
      server?.close()
      server = null
      for (const socket of sockets.values()) socket.destroy()
      await closing
    },
    async accept() {
      server = createServer(take).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as { port: number }).port
    },
    close: () => proxy.refuse(),
  }
  await proxy.accept()
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  proxy.url = changed.href
  return proxy
}
