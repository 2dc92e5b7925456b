// The `fetch` of the client: asks to sign in again when the session has ended, or for a proof where the session alone is not enough,
// then repeats the request; reports when the service cannot be reached.
import { LACKS_PROOF } from './declined-proof.ts'
import { currentSession, isSameUser } from './session.ts'

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

let askForProof: Ask | null = null
let proving: Promise<boolean> | null = null

/** `ask` opens the question over the page; it resolves with whether somebody has proved who they are. */
export function onProofNeeded(ask: Ask) {
  askForProof = ask
}

const lacksProof = async (response: Response) =>
  response.status === 403 &&
  (
    (await response
      .clone()
      .json()
      .catch(() => null)) as { code?: string } | null
  )?.code === LACKS_PROOF

/** One question for all requests that need a proof meanwhile. */
function prove(): Promise<boolean> {
  proving ??= askForProof!().finally(() => {
    proving = null
  })
  return proving
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

let renewal: Promise<void> | null = null

/** Runs a change that replaces the token of this page. Requests that are refused meanwhile wait for the new one. */
export async function renewSession(renew: () => Promise<void>): Promise<void> {
  renewal = renew()
  try {
    await renewal
  } finally {
    renewal = null
  }
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

/** The answer for this page; null where the service cannot be reached, which `isOffline` says from then on. */
const askForPage = () => send(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)

export const canReachService = async () => (await askForPage()) !== null

/** Reloads the page if the service has it: a browser would show an error of its own otherwise. */
export async function reloadPage() {
  if ((await askForPage())?.ok) location.reload()
}

async function sessionFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const sender = currentSession()
  const response = await send(url, init)
  if (askForProof && (await lacksProof(response)))
    return (await prove()) ? sessionFetch(url, renewed(init)) : response
  if (response.status !== 401 || isSigningIn(url, init.headers)) return response
  if (!url.endsWith('/api/auth/change-password')) await renewal?.catch(() => {})
  const session = currentSession()
  const isAsked = !sender || !session || session.token === sender.token
  // The request is sent again with a newer token of the same user, and never with one of somebody else.
  const isRepeated = isAsked ? await signInAgain() : isSameUser(session.user, sender.user)
  return isRepeated ? sendAgain(url, renewed(init)) : response
}

// Once: who signs in again is not asked to for ever.
async function sendAgain(url: string, init: RequestInit): Promise<Response> {
  const response = await send(url, init)
  return askForProof && (await lacksProof(response)) && (await prove()) ? send(url, renewed(init)) : response
}

/** The same request with the token of now. */
const renewed = (init: RequestInit): RequestInit => ({
  ...init,
  headers: {
    ...(init.headers as Record<string, string>),
    Authorization: `Bearer ${currentSession()!.token}`,
  },
})

export const fetchWithSession = sessionFetch as typeof fetch
