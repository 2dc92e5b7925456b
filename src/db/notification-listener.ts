// A connection that listens to a channel, and says so again every two seconds to learn whether anybody is there. The
// `listen` of postgres.js says it once: where packets just vanish it would wait for ever, since `responseTimeoutSockets`
// expects answers only to what was written.
import type postgres from 'postgres'

const BEAT_MS = 2_000
const AFTER_FAILURE_MS = 200

type Options = {
  channel: string
  onMessage: (payload: string) => void
  /** At the start and whenever messages may have been missed. */
  onListening: () => void
}

export type Listener = { close(): Promise<void> }

/** `open` makes a client of these options, whose sockets end when no answer comes. Throws when the first try fails. */
export async function listen(
  open: (options: object) => postgres.Sql,
  { channel, onMessage, onListening }: Options,
): Promise<Listener> {
  let listening = false
  let closed = false
  let wake = () => {}
  const client = open({
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotify: (_channel: string, payload: string) => onMessage(payload),
    onclose() {
      listening = false
      wake()
    },
  })

  // Where this connection listens already, nothing changes (PostgreSQL, LISTEN).
  async function say() {
    await client`listen ${client(channel)}`
    if (listening) return
    listening = true
    onListening()
  }

  async function keepOn() {
    while (!closed) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, listening ? BEAT_MS : AFTER_FAILURE_MS).unref()
      })
      if (!closed) await say().catch(() => {})
    }
  }

  try {
    await say()
  } catch (error) {
    await client.end({ timeout: 0 })
    throw error
  }
  void keepOn()
  return {
    close() {
      closed = true
      wake()
      return client.end({ timeout: 0 })
    },
  }
}
