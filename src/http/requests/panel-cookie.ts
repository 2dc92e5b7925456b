// The cookie of a panel session. It mints access tokens and nothing else: see `POST /api/auth/token`.
import { getCookie, setCookie } from 'hono/cookie'
import { forbidden } from '../../accounts/permissions.ts'
import type { Device, SignIn } from '../../accounts/sessions.ts'
import type { Config } from '../../platform/config/config.ts'
import type { AppContext } from './app-env.ts'

const NAME = 'frontage_session'
const PATH = '/api/auth'
/** A form cannot send a header, and scripts of other origins only after a preflight, which does not allow this one. */
const HEADER = 'X-Frontage-Panel'

export const isPanel = (c: AppContext) => c.req.header(HEADER) === '1'

export const panelCookie = (c: AppContext) => getCookie(c, NAME) ?? null

const BROWSER = 'frontage_sign_in'
const BROWSER_SECONDS = 600

/** The secret of the browser that went to the identity provider, or null. */
export const browserCookie = (c: AppContext) => getCookie(c, BROWSER) ?? null

/** Lax, since the provider sends the browser back; for all of the API, where a sign-in there may confirm a change. */
export const keepBrowserCookie = (c: AppContext, value: string, siteUrl: string) =>
  setCookie(c, BROWSER, value, {
    ...attributesOf(c, siteUrl),
    path: '/api',
    sameSite: 'Lax',
    maxAge: BROWSER_SECONDS,
  })

export const userAgentOf = (c: AppContext) => c.req.header('User-Agent') ?? ''

/** The client of a sign-in. Where scripts of a frontend share the panel's host, they could mint with its cookie: it gets none. */
export function deviceOf(c: AppContext, { isPanelShared }: Pick<Config['site'], 'isPanelShared'>): Device {
  const getsCookie = isPanel(c) && !isPanelShared
  return {
    address: c.get('client'),
    userAgent: userAgentOf(c),
    getsCookie,
    cookie: getsCookie ? panelCookie(c) : null,
  }
}

/** Throws 403 unless the request comes from the panel, on this origin, which is the panel's alone. */
export function assertFromPanel(c: AppContext, { isPanelShared }: Pick<Config['site'], 'isPanelShared'>) {
  if (isPanelShared)
    throw forbidden(
      'Scripts of the website run on this host too, so a session of the panel lasts as long as its tab. With ADMIN_HOST the panel has a host of its own.',
    )
  const origin = c.req.header('Origin')
  const site = c.req.header('Sec-Fetch-Site') ?? 'same-origin'
  const isSameOrigin = site === 'same-origin' && (!origin || hostOf(origin) === c.req.header('Host'))
  if (!isPanel(c) || !isSameOrigin)
    throw forbidden(`Only the panel may ask for this, from its own address and with the header ${HEADER}: 1.`)
}

/** Sends the cookie of a new session; it ends with the session. */
export function keepCookie(c: AppContext, { grant, cookie }: SignIn, siteUrl: string) {
  if (cookie !== null) setCookie(c, NAME, cookie, { ...attributesOf(c, siteUrl), maxAge: grant.expires_in })
}

export const dropCookie = (c: AppContext, siteUrl: string) =>
  setCookie(c, NAME, '', { ...attributesOf(c, siteUrl), maxAge: 0 })

const attributesOf = (c: AppContext, siteUrl: string) =>
  ({ path: PATH, httpOnly: true, sameSite: 'Strict', secure: isSecure(c, siteUrl) }) as const

// Browsers drop a Secure cookie that comes over plain HTTP, which a developer's machine or a network of the office may use.
function isSecure(c: AppContext, siteUrl: string) {
  const host = c.req.header('Host') ?? ''
  const { protocol, host: siteHost } = new URL(siteUrl)
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  return !isLocal && !(protocol === 'http:' && host === siteHost)
}

function hostOf(origin: string) {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
