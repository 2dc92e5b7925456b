// The cookies of the panel: of its session, which mints access tokens and nothing else (`POST /api/auth/token`), and of a browser in
// the middle of a sign-in: on its way to the identity provider and back, or between a password and the second factor.
import { setCookie } from 'hono/cookie'
import { forbidden } from '../../accounts/permissions.ts'
import type { Device, SignIn } from '../../accounts/sessions.ts'
import type { Config } from '../../platform/config/config.ts'
import { isLoopback } from '../../platform/config/env-fields.ts'
import { AppError } from '../../text/errors.ts'
import type { AppContext } from './app-env.ts'

type Site = Pick<Config['site'], 'adminUrl' | 'isPanelShared'>

/** A form cannot send a header, and scripts of other origins only after a preflight, which does not allow this one. */
const HEADER = 'X-Frontage-Panel'

export const isPanel = (c: AppContext) => c.req.header(HEADER) === '1'

type Kind = { name: string; path: string; sameSite: 'Strict' | 'Lax' }

const SESSION: Kind = { name: 'frontage_session', path: '/api/auth', sameSite: 'Strict' }
/** Lax, since the provider sends the browser back; for all of the API, where a sign-in there may confirm a change. */
const BROWSER: Kind = { name: 'frontage_sign_in', path: '/api', sameSite: 'Lax' }

const BROWSER_SECONDS = 600

/**
 * Where a cookie lives. With the prefix `__Host-` a browser takes it from this host alone, so that no neighbour (`shop.example.com`
 * beside `www.example.com`) can plant one; it must be Secure and for all paths.
 */
const placeOf = (c: AppContext, { name, path, sameSite }: Kind, site: Site) => {
  const isBound = isSecure(c, site)
  return {
    name: isBound ? `__Host-${name}` : name,
    attributes: { path: isBound ? '/' : path, httpOnly: true, sameSite, secure: isBound },
  }
}

function readAll(c: AppContext, kind: Kind, site: Site): string[] {
  const { name } = placeOf(c, kind, site)
  const pairs = (c.req.header('Cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** The value of a cookie. Null where several have its name: it cannot be told which of them a neighbour has planted. */
function read(c: AppContext, kind: Kind, site: Site): string | null {
  const values = readAll(c, kind, site)
  return values.length === 1 && values[0] !== '' ? values[0]! : null
}

export const panelCookie = (c: AppContext, site: Site) => read(c, SESSION, site)

/** The secret of the browser in the middle of a sign-in, or null. */
export const browserCookie = (c: AppContext, site: Site) => read(c, BROWSER, site)

/** The browser's secret, for a ticket of a second step: null for clients other than the panel, empty without the cookie. */
export const browserOfPanel = (c: AppContext, site: Site) =>
  isPanel(c) ? (browserCookie(c, site) ?? '') : null

export function keepBrowserCookie(c: AppContext, value: string, site: Site) {
  const { name, attributes } = placeOf(c, BROWSER, site)
  setCookie(c, name, value, { ...attributes, maxAge: BROWSER_SECONDS })
}

export const userAgentOf = (c: AppContext) => c.req.header('User-Agent') ?? ''

/** The client of a sign-in. Where scripts of a frontend share the panel's host, they could mint with its cookie: it gets none. */
export function deviceOf(c: AppContext, site: Site): Device {
  const getsCookie = isPanel(c) && !site.isPanelShared
  return {
    address: c.get('client'),
    userAgent: userAgentOf(c),
    getsCookie,
    cookie: getsCookie ? panelCookie(c, site) : null,
  }
}

/**
 * The panel's cookie in a request of the panel, from its own address, on a host that is the panel's alone. Throws 403 for any other, and
 * 401 without a cookie or with several.
 */
export function requirePanelCookie(c: AppContext, site: Site): string {
  const { adminUrl, isPanelShared } = site
  if (isPanelShared)
    throw forbidden(
      'Scripts of the website run on this host too, so a session of the panel lasts as long as its tab. With ADMIN_HOST the panel has a host of its own.',
    )
  if (!isPanel(c))
    throw forbidden(`Only the panel may ask for this, from its own address and with the header ${HEADER}: 1.`)
  const [origin, host] = [c.req.header('Origin'), c.req.header('Host')]
  if (origin && hostOf(origin) !== host && origin !== new URL(adminUrl).origin)
    throw new LostSessionError('wrong_origin', {
      message: `The panel was opened at ${origin}, but the service knows it as ${adminUrl}.`,
      mend: `SITE_URL or ADMIN_HOST must name ${origin}, or the proxy must pass on the header Host; it sent ${host}`,
    })
  const [cookie, ...others] = readAll(c, SESSION, site)
  if (!cookie)
    throw new LostSessionError('no_cookie', {
      message: 'This browser sent no cookie of a session; sign in.',
      mend: 'the browser must keep cookies of this address',
    })
  if (others.length > 0)
    throw new LostSessionError('several_cookies', {
      message:
        'This browser sent several cookies of a session; delete the cookies of this address and sign in.',
      mend: 'serve the panel over HTTPS, where no other host of the domain can set such a cookie',
    })
  return cookie
}

type Loss = 'wrong_origin' | 'no_cookie' | 'several_cookies'

/** A session of the panel cannot be taken up; the sign-in page has a sentence for each `loss`. `mend`: what an operator changes. */
export class LostSessionError extends AppError {
  readonly loss: Loss
  readonly mend: string
  constructor(loss: Loss, { message, mend }: { message: string; mend: string }) {
    const isOfOrigin = loss === 'wrong_origin'
    super(isOfOrigin ? 'forbidden' : 'unauthenticated', message, {
      errors: [{ path: isOfOrigin ? 'Origin' : 'Cookie', code: loss, message }],
      headers: isOfOrigin ? {} : { 'WWW-Authenticate': 'Bearer' },
    })
    this.loss = loss
    this.mend = mend
  }
}

/** Sends the cookie of a new session; it ends with the session. */
export function keepCookie(c: AppContext, { grant, cookie }: SignIn, site: Site) {
  if (cookie === null) return
  const { name, attributes } = placeOf(c, SESSION, site)
  setCookie(c, name, cookie, { ...attributes, maxAge: grant.expires_in })
}

export function dropCookie(c: AppContext, site: Site) {
  const { name, attributes } = placeOf(c, SESSION, site)
  setCookie(c, name, '', { ...attributes, maxAge: 0 })
}

// Browsers drop a Secure cookie that comes over plain HTTP, which a developer's machine or a network of the office may use. `Origin` shows
// it, as no page of another scheme can send this value; `Host` may be what a proxy has put there. Browsers send no `Origin` on the way to
// the provider and back, which begins and ends at the panel's address.
function isSecure(c: AppContext, { adminUrl }: Site) {
  const panel = new URL(adminUrl)
  const host = c.req.header('Host') ?? ''
  const origin = c.req.header('Origin')
  if (origin) return !origin.startsWith('http:') || ![panel.origin, `http://${host}`].includes(origin)
  // Without SITE_URL it is not known.
  return panel.protocol === 'https:' || (isLoopback(panel.hostname) && !isLoopback(host.replace(/:\d+$/, '')))
}

function hostOf(origin: string) {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
