// Events of the service itself to Umami: that something happened, never who or what. Nobody waits for it, and a host
// that is slow or away loses events, not requests.

export type EventName = 'contact' | 'newsletter' | 'publish' | 'quote'

export type Analytics = {
  /** Returns at once. `data` must say nothing about a person. */
  event(name: EventName, data?: Record<string, string | number>): void
}

type Options = {
  host: string
  websiteId: string
  /** The website's own address, which Umami files events under. */
  siteUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

const DEADLINE_MS = 3_000
const MAX_IN_FLIGHT = 20

/** Sends to Umami; null: nothing is sent. */
export function createAnalytics(options: Options | null): Analytics {
  if (!options) return { event() {} }
  const { host, websiteId: website, siteUrl, fetch } = options
  const { hostname } = new URL(siteUrl)
  let inFlight = 0

  async function send(name: EventName, data: Record<string, string | number>) {
    inFlight++
    try {
      const payload = { website, hostname, url: `/${name}`, name, data }
      const response = await fetch(`${host}/api/send`, {
        method: 'POST',
        // Umami takes no event from a client that looks like a bot.
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (Server)' },
        body: JSON.stringify({ type: 'event', payload }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      await response.body?.cancel()
    } catch {
      // Lost, as said above.
    } finally {
      inFlight--
    }
  }

  return {
    event(name, data = {}) {
      if (inFlight < MAX_IN_FLIGHT) void send(name, data)
    },
  }
}
