// A server that speaks just enough of Postgres' protocol to lose connections at exact moments.
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

type Message = { type: string; text: string }

/** Called for each query message ('Q', or 'P' of the extended protocol). Return true to suppress the response. */
type OnQuery = (message: Message, socket: Socket) => boolean | undefined

export type FakePostgres = {
  url: string
  /** How many there have been. */
  connections: number
  /** Closes all connections. */
  disconnect(): void
  close(): Promise<void>
}

/** `certificate`: of a server over TLS, which clients reach with `sslnegotiation: 'direct'`. */
export async function startFakePostgres(
  onQuery: OnQuery = () => false,
  certificate: { key: string; cert: string } | null = null,
): Promise<FakePostgres> {
  const sockets = new Set<Socket>()
  const listen = (accept: (socket: Socket) => void) =>
    certificate ? createTlsServer(certificate, accept) : createServer(accept)
  const server = listen((socket) => {
    sockets.add(socket)
    fake.connections++
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let received: Buffer = Buffer.alloc(0)
    let isStarted = false
    let ready = READY
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      for (;;) {
        const header = isStarted ? 1 : 0
        if (received.length < header + 4) return
        const end = header + received.readInt32BE(header)
        if (received.length < end) return
        const message = {
          type: received.toString('latin1', 0, header),
          text: received.toString('utf8', header + 4, end),
        }
        received = received.subarray(end)
        if (!isStarted) {
          isStarted = true
          socket.write(Buffer.concat([reply('R', int32(0)), reply('K', int32(1), int32(2)), READY]))
        } else if (!(['Q', 'P'].includes(message.type) && onQuery(message, socket))) {
          if (/^begin/.test(message.text)) ready = IN_TRANSACTION
          if (/(?:^|\0)(?:commit|rollback)/.test(message.text)) ready = READY
          const response = responseTo(message, ready)
          if (response) socket.write(response)
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const fake: FakePostgres = {
    url: `postgres://user@127.0.0.1:${port}/db`,
    connections: 0,
    disconnect() {
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      fake.disconnect()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return fake
}

/** An ErrorResponse with this SQLSTATE. */
export const errorResponse = (code: string) =>
  reply('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mterminating connection\0\0`))

function responseTo({ type, text }: Message, ready: Buffer): Buffer | null {
  if (type === 'Q') {
    const command = /^\w+/.exec(text)?.[0]?.toUpperCase() ?? ''
    return Buffer.concat([complete(command === 'SELECT' ? 'SELECT 0' : command), ready])
  }
  if (type === 'P') return reply('1')
  if (type === 'D') return Buffer.concat([reply('t', Buffer.from([0, 0])), reply('n')])
  if (type === 'B') return reply('2')
  if (type === 'E') return complete('SELECT 0')
  return type === 'S' ? ready : null
}

function reply(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type, 'latin1'), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const complete = (command: string) => reply('C', Buffer.from(`${command}\0`))
const READY = reply('Z', Buffer.from('I'))
const IN_TRANSACTION = reply('Z', Buffer.from('T'))
/** The answer to a query message in a transaction. */
export const NO_ROWS = Buffer.concat([complete('SELECT 0'), IN_TRANSACTION])
