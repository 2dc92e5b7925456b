// GET  /api/auth/methods
// GET  /api/auth/oidc/start?return_to&reauth   to the identity provider
// GET  /api/auth/oidc/callback                 and back, to the panel
// POST /api/auth/ticket                        {ticket}
// GET  /api/auth/oidc/sign-out?ticket          to the identity provider, to sign out there
// POST /api/auth/oidc/logout                   the provider's back-channel logout
// POST DELETE /api/auth/oidc/link              {current_password | totp | passkey | provider_ticket}
// POST /api/auth/oidc/link/confirm             {ticket}
import { Hono } from 'hono'
import { z } from 'zod'
import { completeFactorSetup } from '../../accounts/factors/second-factor.ts'
import { ProviderSignInError } from '../../accounts/oidc/provider-problem.ts'
import { forbidden } from '../../accounts/permissions.ts'
import { assertProved } from '../../accounts/proofs.ts'
import { renewToken } from '../../accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../platform/config/config.ts'
import { connectAccount, disconnectAccount } from '../../procurement/people/connect-account.ts'
import {
  beginProviderSignIn,
  endProviderSessions,
  type Finished,
  finishProviderSignIn,
  type ProviderSignInContext,
  signInByTicket,
} from '../../procurement/people/sign-in-person.ts'
import { takeSignOutPage } from '../../procurement/people/sign-out-person.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { isFromOwnPage } from '../middleware/foreign-pages.ts'
import { bothLimits, limitRefused, malformedLimit } from '../middleware/rate-limit.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import {
  browserCookie,
  browserOfPanel,
  deviceOf,
  keepBrowserCookie,
  keepCookie,
} from '../requests/panel-cookie.ts'
import { oncePerRequest, readForm, readInput, readJson } from '../requests/request-body.ts'
import { signInApi } from '../requests/route-access.ts'
import { readProof } from '../requests/take-proof.ts'
import type { RouteGroup } from '../route-group.ts'
import { describeGrant } from './describe-grant.ts'
import { factorLimit, malformedSignIn, startLimit, ticketLimit } from './sign-in-limits.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }
const SIGN_IN = '/admin/sign-in'
const ACCOUNT = '/admin/account'

const paths = async () => await import('./provider-paths.ts')
const hasProvider = ({ identity }: Config) => identity !== null

const contextOf = (deps: Deps, c: AppContext): ProviderSignInContext => {
  const { flow, admins } = deps.identification.provider!
  return { ...accountContext(deps, c), flow, admins }
}

const methodsRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/methods'],
  authentication: 'none',
  maxBodyBytes: 0,
  operations: async () => (await paths()).methodsPaths(),
  routes({ auth, config: { identity, mail } }) {
    const isLocal = !identity?.isOnlyWay
    const methods = {
      password: isLocal,
      passkey: isLocal,
      forgot_password: isLocal && mail !== null,
      provider: identity && { name: identity.client.providerName, start: '/api/auth/oidc/start' },
    }
    return new Hono<AppEnv>().get('/api/auth/methods', (c) =>
      c.json({ ...methods, passkey_origin: auth.secondFactor.origin }, 200, PRIVATE),
    )
  },
}

/** A path of the panel and nothing else: an address on another site could be slipped in. */
const panelPath = z
  .string()
  .max(2_000)
  .regex(/^\/admin(?:[/?#](?![/\\])[^\\\p{Cc}]*)?$/u)
  .refine((path) => /^\/admin(?:\/|$)/.test(URL.parse(path, 'http://host')?.pathname ?? ''))

/** Of pages that people visit on their way to the provider and back. */
const visited = {
  authentication: 'none',
  cors: 'none',
  pages: 'visits',
  maxBodyBytes: 0,
  exists: hasProvider,
} as const

const startRoute: RouteGroup = {
  ...visited,
  paths: ['/api/auth/oidc/start'],
  limit: startLimit,
  isLimited: isFromOwnPage,
  operations: async () => (await paths()).startPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().get('/api/auth/oidc/start', async (c) => {
      const returnTo = panelPath.safeParse(c.req.query('return_to') ?? '/admin')
      if (!returnTo.success)
        throw new AppError(
          'malformed_request',
          'return_to must be a path of the panel, such as /admin/quotes.',
        )
      c.header('Cache-Control', 'no-store')
      // A link of another site, as in a portal of the company, begins no sign-in: its reader does, on the sign-in page.
      if (!isFromOwnPage(c)) return lead(c, {}, { purpose: 'sign-in', returnTo: returnTo.data })
      const purpose = c.req.query('reauth') === '1' ? 'proof' : 'sign-in'
      const way = { purpose, returnTo: returnTo.data } as const
      const begun = await beginProviderSignIn(contextOf(deps, c), way).catch((error) => {
        if (error instanceof ProviderSignInError) return fail(deps, c, { error, way })
        throw error
      })
      if (begun instanceof Response) return begun
      keepBrowserCookie(c, begun.browser, deps.config.site)
      return c.redirect(begun.url, 302)
    }),
}

// Without a limit: a state is a secret of 256 bits, of a start that has counted.
const callbackRoute: RouteGroup = {
  ...visited,
  paths: ['/api/auth/oidc/callback'],
  operations: async () => (await paths()).callbackPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().get('/api/auth/oidc/callback', async (c) => {
      c.header('Cache-Control', 'no-store')
      // Not for the next page, whose server could log it.
      c.header('Referrer-Policy', 'no-referrer')
      const query = c.req.url.slice(c.req.url.indexOf('?'))
      const browser = browserCookie(c, deps.config.site)
      const callback = { query, state: c.req.query('state') ?? '', browser }
      const finished = await finishProviderSignIn(contextOf(deps, c), callback)
      if (finished.outcome === 'failed') return fail(deps, c, { error: finished.error, way: finished })
      if (finished.outcome === 'confirmed') return lead(c, { ticket: finished.ticket }, finished)
      const { problem, subject = null, reason } = finished
      return refuse(deps, c, {
        problem,
        details: { subject, ...(reason && { reason }) },
        way: finished,
      })
    }),
}

/** Every refusal ends on a page with a sentence that says what to do; the log says why. */
function refuse({ log }: Deps, c: AppContext, { problem, details, way }: Refused) {
  log.warn({ request_id: c.env.requestId, problem, ...details }, 'sign-in at the identity provider refused')
  return lead(c, { problem }, way)
}

function fail(deps: Deps, c: AppContext, { error, way }: { error: ProviderSignInError; way: Way }) {
  const { explanation, cause } = error
  const { problem, reason, mend } = explanation
  const details = { reason, ...(mend && { mend }), ...(cause !== undefined && { err: cause }) }
  return refuse(deps, c, { problem, details, way })
}

type Way = Pick<Finished, 'purpose' | 'returnTo'>
type Refused = { problem: string; details: object; way: Way }
type Result = { ticket: string } | { problem: string } | Record<string, never>

/**
 * Redirects to the sign-in page with a ticket or a problem; the panel leads on to the page that was left if there is a session already.
 * The ticket of a connection goes to the account page.
 */
function lead(c: AppContext, result: Result, { purpose, returnTo }: Way) {
  if (purpose === 'connection' && 'ticket' in result)
    return c.redirect(`${ACCOUNT}?${new URLSearchParams(result)}`, 303)
  const next = returnTo.slice('/admin'.length) || '/'
  const search = new URLSearchParams(result)
  if ('ticket' in result || next !== '/') search.set('next', next)
  if (purpose !== 'sign-in') search.set('reauth', '1')
  return c.redirect(search.size > 0 ? `${SIGN_IN}?${search}` : SIGN_IN, 303)
}

const ticketBody = z.strictObject({ ticket: z.string().max(200) })
const readTicketBody = readInput(ticketBody)

const ticketRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/ticket'],
  authentication: 'none',
  cors: 'none',
  limit: bothLimits(malformedSignIn(readTicketBody), ticketLimit),
  operations: async () => (await paths()).ticketPaths(ticketBody),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/ticket', async (c) => {
      const { ticket } = await readTicketBody(c)
      const { site } = deps.config
      const taking = { ticket, browser: browserCookie(c, site), device: deviceOf(c, site) }
      const signIn = await signInByTicket(accountContext(deps, c), taking).catch((error) => {
        if (!(error instanceof AppError) || error.status !== 401) throw error
        // Of a factor that was required before the first session.
        const inHand = { ticket, browser: browserOfPanel(c, site) }
        return completeFactorSetup(accountContext(deps, c), inHand, taking.device)
      })
      keepCookie(c, signIn, site)
      return c.json(await describeGrant(deps, c, signIn.grant), 200, PRIVATE)
    }),
}

// Without a limit: the ticket is a secret of 256 bits.
const signOutRoute: RouteGroup = {
  ...visited,
  paths: ['/api/auth/oidc/sign-out'],
  operations: async () => (await paths()).signOutPaths(),
  routes: ({ auth, config }) =>
    new Hono<AppEnv>().get('/api/auth/oidc/sign-out', async (c) => {
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      const page = await takeSignOutPage(auth, c.req.query('ticket') ?? '')
      return c.redirect(page ?? `${config.site.adminUrl}${SIGN_IN}`, 303)
    }),
}

const readLogoutToken = oncePerRequest(async (c) => {
  const { logout_token: token } = (await readForm(c)) as { logout_token?: unknown }
  if (typeof token !== 'string')
    throw invalid([{ path: 'logout_token', code: 'required', message: 'is required' }])
  return token
})

// All sessions of a company may end at once, by requests from one address: only requests that are refused count.
const refusedLogouts = { name: 'provider-logout', bucket: 'provider-logout' } as const

const logoutRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/oidc/logout'],
  authentication: 'none',
  cors: 'none',
  limit: malformedLimit({ ...refusedLogouts, read: readLogoutToken }),
  exists: hasProvider,
  operations: async () => (await paths()).logoutPaths(),
  routes(deps) {
    const limit = limitRefused(deps, refusedLogouts)
    return new Hono<AppEnv>().post('/api/auth/oidc/logout', async (c) => {
      const token = await readLogoutToken(c)
      await limit(c, () => endProviderSessions(contextOf(deps, c), token))
      return c.body(null, 200, PRIVATE)
    })
  },
}

const linkRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/oidc/link', '/api/auth/oidc/link/confirm'],
  authentication: 'session',
  limit: factorLimit,
  exists: hasProvider,
  operations: async () => (await paths()).linkPaths(ticketBody),
  routes(deps) {
    const { site } = deps.config
    function ownAccount(c: AppContext) {
      const { id: session, account } = c.get('session')
      if (!account) throw forbidden('Your company account has no account of this site.')
      return { session, actor: account.actor }
    }
    /** The account of the session, once its owner has proved to be there. */
    async function proved(c: AppContext) {
      const { session, actor } = ownAccount(c)
      await readProof(deps, c)
      await deps.database.query((tx) => assertProved(tx, deps, session))
      return actor
    }
    return new Hono<AppEnv>()
      .post('/api/auth/oidc/link', async (c) => {
        const { id: accountId } = await proved(c)
        const beginning = { purpose: 'connection', returnTo: ACCOUNT, accountId } as const
        const begun = await beginProviderSignIn(contextOf(deps, c), beginning).catch((error) => {
          if (!(error instanceof ProviderSignInError)) throw error
          const isAway = error.explanation.problem === 'provider_unavailable'
          throw new AppError(
            'unavailable',
            isAway
              ? 'The identity provider cannot be reached; try again in a moment.'
              : 'Signing in at the identity provider is not set up correctly; the log of the service says what to change.',
            { cause: error },
          )
        })
        keepBrowserCookie(c, begun.browser, site)
        return c.json({ url: begun.url }, 200, PRIVATE)
      })
      .post('/api/auth/oidc/link/confirm', async (c) => {
        const { session, actor } = ownAccount(c)
        const { ticket } = parseInput(ticketBody, await readJson(c))
        const connection = { session, ticket, browser: browserCookie(c, site) }
        await connectAccount(contextOf(deps, c), actor, connection)
        return c.json(await describeGrant(deps, c, await renewToken(deps.auth, session)), 200, PRIVATE)
      })
      .delete('/api/auth/oidc/link', async (c) => {
        await disconnectAccount(contextOf(deps, c), await proved(c))
        return c.body(null, 204)
      })
  },
}

export const providerGroups = [
  methodsRoute,
  startRoute,
  callbackRoute,
  ticketRoute,
  signOutRoute,
  logoutRoute,
  linkRoute,
]
