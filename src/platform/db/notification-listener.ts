// A connection for LISTEN that repeats the statement every two seconds, to detect a lost connection. The `listen` of
// postgres.js sends it once and would never notice that packets are dropped silently, because
// `responseTimeoutSockets` only expects an answer to what was written.
import type postgres from 'postgres'

const HEARTBEAT_MS = 2_000
const RETRY_MS = 200

type Options = {
  channel: string
  onMessage: (payload: string) => void
  /** Called at the start and after every reconnection, when messages may have been missed. */
  onListening: () => void
}

export type Listener = { close(): Promise<void> }

/**
 * Listens until closed, reconnecting as needed. `createClient` must give its sockets a response timeout. Throws when
 * the first attempt fails.
 */
export async function listen(
  createClient: (options: object) => postgres.Sql,
  { channel, onMessage, onListening }: Options,
): Promise<Listener> {
  let isListening = false
  let isClosed = false
  let wake = () => {}
  const client = createClient({
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotify: (_channel: string, payload: string) => onMessage(payload),
    onclose() {
      isListening = false
      wake()
    },
  })

  // Repeating LISTEN on a connection that already listens has no effect (PostgreSQL, LISTEN).
  async function sendListen() {
    await client`listen ${client(channel)}`
    if (isListening) return
    isListening = true
    onListening()
  }

  async function repeatUntilClosed() {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, isListening ? HEARTBEAT_MS : RETRY_MS).unref()
      })
      if (!isClosed) await sendListen().catch(() => {})
    }
  }

  try {
    await sendListen()
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  void repeatUntilClosed()
  return {
    close() {
      isClosed = true
      wake()
      return client.end({ timeout: 0 })
    },
  }
}
