// The current session. The token lives in memory and in `sessionStorage`; other tabs hear of signing in and out, and a new tab
// asks the others for the session, through a BroadcastChannel.
export type SessionUser = { id: number; email: string; name: string; role: 'admin' | 'creator' }
export type Session = {
  token: string
  /** By the clock of the service. */
  expires_at: string
  user: SessionUser
  /** When it ends by the clock of this device, which may be wrong; a number of `Date.now()`. */
  ends?: number
}

/** A session as the service grants it. Its length counts, because the clocks of service and device may differ. */
export type SessionGrant = { token: string; expires_in: number; expires_at: string; user: SessionUser }

const STORED_AS = 'frontage-session'
/** How long a new tab waits for the session of another one. */
const ANSWER_MS = 150

type Message = { type: 'session'; session: Session } | { type: 'ended' } | { type: 'question' }

/** When a session ends by the clock of this device. */
export const endOf = ({ ends, expires_at }: Session): number => ends ?? Date.parse(expires_at)

const isAlive = (session: Session) => endOf(session) > Date.now()

const channel = new BroadcastChannel('frontage-session')
const listeners = new Set<() => void>()
let current: Session | null = readStored()
let last = current

function readStored(): Session | null {
  const text = sessionStorage.getItem(STORED_AS)
  const session = text ? (JSON.parse(text) as Session) : null
  return session && isAlive(session) ? session : null
}

function keep(session: Session | null) {
  current = session
  last = session ?? last
  if (session) sessionStorage.setItem(STORED_AS, JSON.stringify(session))
  else sessionStorage.removeItem(STORED_AS)
  for (const listener of listeners) listener()
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.type === 'session') keep(data.session)
  else if (data.type === 'ended') keep(null)
  else if (current && isAlive(current)) tell({ type: 'session', session: current })
})

const tell = (message: Message) => channel.postMessage(message)

export const currentSession = () => current

/** The session before it ended, for the page that sign-in is open over. */
export const lastSession = () => last

export function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Begins a session in every tab. */
export function beginSession({ token, expires_in, expires_at, user }: SessionGrant) {
  const session: Session = { token, expires_at, user, ends: Date.now() + expires_in * 1_000 }
  keep(session)
  tell({ type: 'session', session })
}

/** Ends the session in every tab. */
export function endSession() {
  keep(null)
  tell({ type: 'ended' })
}

/** Asks the other tabs for their session; resolves after a short wait. */
export async function adoptSession(): Promise<void> {
  if (current) return
  tell({ type: 'question' })
  await new Promise<void>((resolve) => {
    const stop = subscribeToSession(() => {
      stop()
      resolve()
    })
    setTimeout(() => {
      stop()
      resolve()
    }, ANSWER_MS)
  })
}
