// A connection for LISTEN that repeats its statements every two seconds, to detect a lost connection. The `listen` of
// postgres.js sends it once and would never notice that packets are dropped silently, because
// `response_timeout` only expects an answer to what was written. One connection hears all channels, so that their
// messages arrive in the order of the commits.
import type postgres from 'postgres'

const HEARTBEAT_MS = 2_000
const RETRY_MS = 200

type Subscription = {
  channel: string
  onMessage: (payload: string) => void
  /** Called at the start and after every reconnection, when messages may have been missed. */
  onListening: () => void
}

export type Listener = {
  /** Throws when the first attempt fails. */
  add(subscription: Subscription): Promise<void>
  close(): Promise<void>
}

/** Listens until closed, reconnecting as needed. `createClient` must set a `response_timeout`. */
export function createListener(createClient: (options: object) => postgres.Sql): Listener {
  const subscriptions: Subscription[] = []
  /** Those whose channel the present connection listens to. */
  const listening = new Set<Subscription>()
  let isClosed = false
  let isRepeating = false
  let wake = () => {}
  const client = createClient({
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotify(channel: string, payload: string) {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.onMessage(payload)
    },
    onclose() {
      listening.clear()
      wake()
    },
  })

  // Repeating LISTEN on a connection that already listens has no effect (PostgreSQL, LISTEN).
  async function sendListen() {
    const asked = [...subscriptions]
    const channels = new Set(asked.map(({ channel }) => channel))
    await client.unsafe([...channels].map((channel) => `listen "${channel}"`).join('; '))
    const added = asked.filter((subscription) => !listening.has(subscription))
    for (const subscription of added) {
      listening.add(subscription)
      subscription.onListening()
    }
  }

  async function repeatUntilClosed() {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve
        const isListening = listening.size === subscriptions.length
        setTimeout(resolve, isListening ? HEARTBEAT_MS : RETRY_MS).unref()
      })
      if (!isClosed) await sendListen().catch(() => {})
    }
  }

  return {
    async add(subscription) {
      subscriptions.push(subscription)
      await sendListen()
      if (!isRepeating) void repeatUntilClosed()
      isRepeating = true
    },
    close() {
      isClosed = true
      wake()
      return client.end({ timeout: 0 })
    },
  }
}
