// The current session. Its token lives in memory alone; a new page gets one for the cookie of the panel, which no script can
// read. Other tabs are told of signing in and out through a BroadcastChannel, which carries no token: each asks for its own.
// Where scripts of the website share the panel's host, there is no cookie, and each tab has a session of its own.
// An open page belongs to one user. After another one has signed in, in this tab or elsewhere, the page has no session until its user
// signs in again or hands it over.
import type { Grant } from '../../../client/index.ts'

/**
 * `kind` and `id` together are unique: accounts and persons of the identity provider are counted apart. Content names users by their
 * account alone, which is null for a person without one.
 */
export type SessionUser = Grant['user'] & { kind?: Grant['kind']; accountId: number | null }

/** Of content; null for a person of procurement alone. */
export type Role = SessionUser['role']

/** Whether the role includes all content, media and the inbox; creators see their own articles. */
export const isEditor = ({ role }: { role: Role }) => role === 'admin' || role === 'editor'

export type Session = {
  token: string
  /** The end of the session by the clock of the service. */
  expires_at: string
  user: SessionUser
  /** When it ends by the clock of this device, which may be wrong; a number of `Date.now()`. */
  ends: number
}

/** A session as the service grants it. Its length counts, because the clocks of service and device may differ. */
export type SessionGrant = Pick<Grant, 'token' | 'expires_in' | 'expires_at' | 'user' | 'kind'>

/** Holds when the session of this browser ends, nothing secret: a page without one does not ask for a token. */
const ENDS_AS = 'frontage-session-ends'
const RETRIES_MS = [500, 2_000]

type Message = 'began' | 'ended'

/** Whether a session lasts as long as its tab, and other tabs have their own. */
export const isOfTab = () => document.documentElement.dataset.session === 'tab'

const channel = isOfTab() ? null : new BroadcastChannel('frontage-session')
const listeners = new Set<() => void>()
const ownerListeners = new Set<() => void>()
let current: Session | null = null
let last: Session | null = null
let isHeld = false
let loss: string | null = null
let newcomer: Session | null = null

function keep(session: Session | null) {
  const isForAnother = session && last && !isSameUser(last.user, session.user)
  current = session
  last = session ?? last
  newcomer = null
  if (isForAnother) for (const listener of ownerListeners) listener()
  tellListeners()
}

function tellListeners() {
  for (const listener of listeners) listener()
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'ended') keep(null)
  // The mark that the other tab has stored may arrive after its message.
  else void askForToken()
})

const tell = (message: Message) => channel?.postMessage(message)

export const currentSession = () => current

/** The session before it ended, for the page that sign-in is open over. */
export const lastSession = () => last

export function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `listener` when another user takes over this tab. */
export const onNewOwner = (listener: () => void) => void ownerListeners.add(listener)

/** Keeps the page for its user, whose typing it may hold, until the function it returns is called. */
export function holdForOwner() {
  isHeld = true
  return () => {
    isHeld = false
  }
}

/** The session of another user, begun while the page was held. */
export const newcomerSession = () => newcomer

/** Gives the page to the newcomer. */
export function handOver() {
  if (newcomer) keep(newcomer)
}

/** Whether this browser may have a session that the page does not know yet. */
export const mayHaveSession = () => !isOfTab() && Number(localStorage.getItem(ENDS_AS)) > Date.now()

type Identity = Pick<SessionUser, 'kind' | 'id'>

/** Whether two sessions have the same owner. */
export const isSameUser = (one: Identity, other: Identity) => keyOfUser(one) === keyOfUser(other)

/** The part of a storage key that separates users: persons and accounts are numbered apart. */
export const keyOfUser = ({ kind, id }: Identity) => (kind === 'person' ? `person-${id}` : String(id))

function begin({ token, expires_in, expires_at, user, kind }: SessionGrant) {
  const ends = Date.now() + expires_in * 1_000
  loss = null
  if (!isOfTab()) localStorage.setItem(ENDS_AS, String(ends))
  const accountId = kind === 'person' ? (user.account_id ?? null) : user.id
  const session = { token, expires_at, user: { ...user, kind, accountId }, ends }
  if (!isHeld || !last || isSameUser(last.user, session.user)) return keep(session)
  current = null
  newcomer = session
  tellListeners()
}

/** Begins a session in every tab. */
export function beginSession(grant: SessionGrant) {
  begin(grant)
  tell('began')
}

/** Ends the session in every tab. */
export function endSession() {
  localStorage.removeItem(ENDS_AS)
  keep(null)
  tell('ended')
}

// Nobody has the token of a tab that is gone.
if (isOfTab())
  addEventListener('pagehide', ({ persisted: mayComeBack }: PageTransitionEvent) => {
    const session = current ?? newcomer
    if (!session || mayComeBack) return
    const headers = { Authorization: `Bearer ${session.token}` }
    void fetch('/api/auth/logout', { method: 'POST', headers, keepalive: true }).catch(() => {})
  })

/** Why the session that this browser should have could not be taken up, a code of `POST /api/auth/token`; else null. */
export const sessionLoss = () => loss

async function lose(answer: Response) {
  const problem = (await answer.json().catch(() => null)) as { errors?: { code: string }[] } | null
  // Unless another tab has heard meanwhile that the session has ended, with which the cookie goes.
  loss = mayHaveSession() ? (problem?.errors?.[0]?.code ?? null) : null
  localStorage.removeItem(ENDS_AS)
  tellListeners()
}

/** Gets a token for the session of this browser, if it has one. */
export const adoptSession = async (): Promise<void> => {
  if (mayHaveSession()) await askForToken()
}

async function askForToken(): Promise<void> {
  for (const pause of [...RETRIES_MS, null]) {
    const answer = await fetch('/api/auth/token', {
      method: 'POST',
      headers: { 'X-Frontage-Panel': '1' },
      // Nothing is shown until then.
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.ok) return begin((await answer.json()) as SessionGrant)
    if (answer && answer.status < 500) return lose(answer)
    // A service that restarts is back soon; without it there is the sign-in page.
    if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
