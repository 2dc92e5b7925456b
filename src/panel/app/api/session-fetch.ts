// The `fetch` of the client: asks to sign in again when the session has ended, then repeats the request; reports when the
// service cannot be reached.
import { currentSession } from './session.ts'

type Listener = () => void

/** The service keeps the session of the panel in a cookie. */
const OF_THE_PANEL = { 'X-Frontage-Panel': '1' }

type Ask = () => Promise<boolean>

let waiting: Promise<boolean> | null = null
let askToSignIn: Ask | null = null
let setAskable = () => {}
const askable = new Promise<void>((resolve) => {
  setAskable = resolve
})
const asked = Promise.withResolvers<void>()

/** Resolves once a request waits for somebody to sign in. */
export const untilAsked = (): Promise<void> => asked.promise

/** `ask` opens sign-in over the page; it resolves with whether somebody signed in. */
export function onSessionEnded(ask: Ask) {
  askToSignIn = ask
  setAskable()
}

const listeners = new Set<Listener>()
let isUnreachable = false

export const isOffline = () => isUnreachable

export function subscribeToReachability(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setUnreachable(value: boolean) {
  if (isUnreachable === value) return
  isUnreachable = value
  for (const listener of listeners) listener()
}

// Their 401 is about what was entered, not about the session.
const isSigningIn = (url: string, headers: HeadersInit = {}) =>
  /\/api\/auth\/(?:login|ticket|second-factor|passkey\/\w+)$/.test(url) ||
  String((headers as Record<string, string>).Authorization).startsWith('Ticket')

/** One question for all requests that fail meanwhile, as soon as the page can ask: its first requests precede it. */
function signInAgain(): Promise<boolean> {
  asked.resolve()
  waiting ??= askable
    .then(() => askToSignIn!())
    .finally(() => {
      waiting = null
    })
  return waiting
}

async function send(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const headers = { ...(init.headers as Record<string, string>), ...OF_THE_PANEL }
    const response = await fetch(url, { ...init, headers })
    setUnreachable(false)
    return response
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) setUnreachable(true)
    throw error
  }
}

async function sessionFetch(url: string, init?: RequestInit): Promise<Response> {
  const response = await send(url, init)
  if (response.status !== 401 || isSigningIn(url, init?.headers)) return response
  if (!(await signInAgain())) return response
  const headers = { ...(init?.headers as Record<string, string>) }
  headers.Authorization = `Bearer ${currentSession()!.token}`
  return send(url, { ...init, headers })
}

export const fetchWithSession = sessionFetch as typeof fetch
