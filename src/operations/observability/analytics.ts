// Sends the service's own events to Umami: that something happened, without personal data. Requests do not wait for it;
// when the host is slow or unreachable, events are lost.

export type EventName = 'contact' | 'newsletter' | 'publish' | 'quote'

export type Analytics = {
  /** Returns at once. `data` must not contain personal data. */
  event(name: EventName, data?: Record<string, string | number>): void
}

type Options = {
  host: string
  websiteId: string
  /** The website's address, whose host Umami groups events by. */
  siteUrl: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

const DEADLINE_MS = 3_000
const MAX_IN_FLIGHT = 20

/** Sends nothing when `options` is null. */
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
        // Umami ignores events from clients that look like bots.
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'Mozilla/5.0 (Server)' },
        body: JSON.stringify({ type: 'event', payload }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      await response.body?.cancel()
    } catch {
      // The event is lost.
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
