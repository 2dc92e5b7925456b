// One connection for all tabs of a browser: a browser has six for each host. The tab that holds the lock reads the events and
// passes them on; when it closes, the next in line goes on after the last event.
import { newKey } from '../api/new-key.ts'
import { currentSession, isOfTab } from '../api/session.ts'
import { holdLock } from './hold-lock.ts'
import { allPlaces } from './places.ts'
import { readEvents, type ServiceEvent } from './read-events.ts'

const NAME = 'frontage-events'
const MAX_PAUSE_MS = 30_000
/** A connection that lasted for so long was no failure. */
const LASTED_MS = 10_000

/** Calls `onEvent` with each event, in every tab, until the function it returns is called. */
export function shareEvents(onEvent: (event: ServiceEvent) => void): () => void {
  // Other tabs may have the session of somebody else, and scripts of the website could listen.
  const name = isOfTab() ? `${NAME} ${newKey()}` : NAME
  const channel = new BroadcastChannel(name)
  const gone = new AbortController()
  const { signal } = gone
  let lastId: string | null = null
  let isReading = false
  const take = (event: ServiceEvent) => {
    // Data that this tab loaded before it follows may be out of date already.
    if (lastId === null && event.id !== null) onEvent({ event: 'reset', id: null, data: null })
    lastId = event.id ?? lastId
    onEvent(event)
  }
  const tell = (event: ServiceEvent) => {
    take(event)
    channel.postMessage(event)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<ServiceEvent | 'joined'>) => {
    if (data !== 'joined') return take(data)
    if (!isReading) return
    channel.postMessage({ event: '', id: lastId, data: null })
    for (const place of allPlaces()) channel.postMessage({ event: 'presence', id: null, data: place })
  })
  channel.postMessage('joined')
  void holdLock(name, signal).then(async (release) => {
    isReading = true
    for (let failures = 0; !signal.aborted; ) {
      const token = currentSession()?.token
      const begun = Date.now()
      if (token && canRead()) await readEvents({ token, lastId, signal, onEvent: tell }).catch(() => {})
      failures = Date.now() - begun > LASTED_MS ? 0 : failures + 1
      // Not all browsers at once after a restart of the service.
      await pause(Math.min(500 * 2 ** failures, MAX_PAUSE_MS) * (0.5 + Math.random()), signal)
    }
    release?.()
  })
  return () => {
    gone.abort()
    channel.close()
  }
}

/** Where each tab reads for itself, those in the background do not begin to. */
const canRead = () => ('locks' in navigator && !isOfTab()) || document.visibilityState === 'visible'

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
