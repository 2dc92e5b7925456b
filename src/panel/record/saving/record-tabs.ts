// The tabs of one account that have the same record open. They share a lock: its holder saves by itself, and the next in
// line takes over when that tab closes or crashes.
import { holdLock } from '../../app/events/hold-lock.ts'

export type Tabs = {
  /** Whether this tab is the one that saves by itself. */
  isWriter: boolean
  /** Whether the record is open in another tab as well. */
  hasOthers: boolean
}

const CLOSING_MS = 500

type Message = { record: string; type: 'opened' | 'closed' | 'stored' }

/** Tells the tabs of records that are opened, closed and stored. */
export const RECORD_CHANNEL = 'frontage-records'

/** Takes part in the tabs of a record until the function it returns is called; `onStored`: another tab has saved it. */
export function joinTabs(
  record: string,
  { onChange, onStored }: { onChange: (tabs: Tabs) => void; onStored: () => void },
) {
  const lock = `frontage-record/${record}`
  const channel = new BroadcastChannel(RECORD_CHANNEL)
  const gone = new AbortController()
  const hasLocks = 'locks' in navigator
  let tabs: Tabs = { isWriter: !hasLocks, hasOthers: false }
  let release: (() => void) | null = null
  const change = (next: Partial<Tabs>) => {
    tabs = { ...tabs, ...next }
    if (!gone.signal.aborted) onChange(tabs)
  }
  const tell = (type: Message['type']) => channel.postMessage({ record, type } satisfies Message)
  const count = async () => {
    if (!hasLocks || gone.signal.aborted) return
    const { held = [], pending = [] } = await navigator.locks.query()
    change({ hasOthers: [...held, ...pending].filter(({ name }) => name === lock).length > 1 })
  }
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.record !== record) return
    if (data.type === 'stored') return onStored()
    void count()
    // The lock of a tab that closes is given up a moment later.
    if (data.type === 'closed') setTimeout(recount, CLOSING_MS)
  }
  const recount = () => void count()
  channel.addEventListener('message', onMessage)
  // A tab that crashed says nothing.
  addEventListener('focus', recount)
  void holdLock(lock, gone.signal).then((held) => {
    release = held
    if (gone.signal.aborted) return held?.()
    change({ isWriter: true })
    void count()
  })
  // The others count as well, so they hear of it when this tab is in line.
  void count().then(() => {
    if (!gone.signal.aborted) tell('opened')
  })
  const leave = () => {
    if (gone.signal.aborted) return
    gone.abort()
    release?.()
    tell('closed')
    channel.close()
    removeEventListener('focus', recount)
    removeEventListener('pagehide', leave)
  }
  addEventListener('pagehide', leave)
  return { leave, tellStored: () => tell('stored') }
}
