// GET  /api/auth/methods
// GET  /api/auth/oidc/start?return_to&reauth   to the identity provider
// GET  /api/auth/oidc/callback                 and back, to the panel
// POST /api/auth/ticket                        {ticket}
// POST /api/auth/oidc/logout                   the provider's back-channel logout
// POST DELETE /api/auth/oidc/link              {current_password | totp | passkey | provider_ticket}
import { Hono } from 'hono'
import { z } from 'zod'
import { completeFactorSetup } from '../../accounts/factors/second-factor.ts'
import { ProviderSignInError } from '../../accounts/oidc/provider-problem.ts'
import { forbidden } from '../../accounts/permissions.ts'
import { assertProved } from '../../accounts/proofs.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  beginProviderSignIn,
  disconnect,
  endProviderSessions,
  finishProviderSignIn,
  type ProviderSignInContext,
  type Refusal,
  signInByTicket,
} from '../../procurement/people/sign-in-person.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES } from '../requests/body-limits.ts'
import { browserCookie, deviceOf, keepBrowserCookie, keepCookie } from '../requests/panel-cookie.ts'
import { readForm, readJson } from '../requests/request-body.ts'
import { readProof } from '../requests/take-proof.ts'
import type { RouteGroup } from '../route-group.ts'
import { describeGrant } from './describe-grant.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }
const SIGN_IN = '/admin/sign-in'
const ACCOUNT = '/admin/account'

const paths = async () => await import('./provider-paths.ts')
const hasProvider = ({ identity }: Config) => identity !== null

/** Generous, since all colleagues of an office begin at nine, behind one address. */
const limit = rateLimit('provider-sign-in', { max: 300, windowMs: 15 * 60_000 })

const contextOf = ({ auth, identification, audit }: Deps, c: AppContext): ProviderSignInContext => {
  const { flow, admins } = identification.provider!
  return { ...auth, flow, admins, audit: audit(c.env.serverRequestId) }
}

const methodsRoute: RouteGroup = {
  paths: ['/api/auth/methods'],
  authentication: 'none',
  cors: 'listed-origins',
  maxBodyBytes: 0,
  operations: async () => (await paths()).methodsPaths(),
  routes({ config: { identity, mail } }) {
    const password = !identity?.isOnlyWay
    const methods = {
      password,
      passkey: true,
      forgot_password: password && mail !== null,
      provider: identity && { name: identity.client.providerName, start: '/api/auth/oidc/start' },
    }
    return new Hono<AppEnv>().get('/api/auth/methods', (c) => c.json(methods, 200, PRIVATE))
  },
}

/** A path of the panel and nothing else: an address on another site could be slipped in. */
const panelPath = z
  .string()
  .max(2_000)
  .regex(/^\/admin(?:[/?#](?![/\\])[^\\\p{Cc}]*)?$/u)
  .refine((path) => /^\/admin(?:\/|$)/.test(URL.parse(path, 'http://host')?.pathname ?? ''))

const browserRoutes: RouteGroup = {
  paths: ['/api/auth/oidc/start', '/api/auth/oidc/callback'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
  limit,
  exists: hasProvider,
  operations: async () => (await paths()).browserPaths(),
  routes(deps) {
    const { config, log } = deps
    /** Every refusal ends on a page with a sentence that says what to do; the log says why. */
    function refuse(c: AppContext, problem: string, details: object, page = SIGN_IN) {
      log.warn(
        { request_id: c.env.requestId, problem, ...details },
        'sign-in at the identity provider refused',
      )
      return c.redirect(`${page}?problem=${problem}`, 303)
    }
    const onFailure = (c: AppContext) => (error: unknown) => {
      if (!(error instanceof ProviderSignInError)) throw error
      const { problem, reason, mend } = error.explanation
      const { cause } = error
      return refuse(c, problem, { reason, ...(mend && { mend }), ...(cause !== undefined && { err: cause }) })
    }
    return new Hono<AppEnv>()
      .get('/api/auth/oidc/start', async (c) => {
        const returnTo = panelPath.safeParse(c.req.query('return_to') ?? '/admin')
        if (!returnTo.success)
          throw new AppError(
            'malformed_request',
            'return_to must be a path of the panel, such as /admin/quotes.',
          )
        const beginning = {
          browser: browserCookie(c),
          returnTo: returnTo.data,
          isAgain: c.req.query('reauth') === '1',
          link: null,
        }
        const begun = await beginProviderSignIn(contextOf(deps, c), beginning).catch(onFailure(c))
        if (begun instanceof Response) return begun
        keepBrowserCookie(c, begun.browser, config.site.url)
        c.header('Cache-Control', 'no-store')
        return c.redirect(begun.url, 302)
      })
      .get('/api/auth/oidc/callback', async (c) => {
        c.header('Cache-Control', 'no-store')
        // Not for the next page, whose server could log it.
        c.header('Referrer-Policy', 'no-referrer')
        const query = c.req.url.slice(c.req.url.indexOf('?'))
        const callback = { query, state: c.req.query('state') ?? '', browser: browserCookie(c) }
        const finished = await finishProviderSignIn(contextOf(deps, c), callback).catch(onFailure(c))
        if (finished instanceof Response) return finished
        if (finished.outcome === 'linked') return c.redirect(ACCOUNT, 303)
        if (finished.outcome === 'refused') {
          const { problem, subject } = finished
          return refuse(c, problem, { subject }, pageOf(problem))
        }
        const next = finished.returnTo.slice('/admin'.length) || '/'
        const search = new URLSearchParams({ ticket: finished.ticket, next })
        if (finished.isAgain) search.set('reauth', '1')
        return c.redirect(`${SIGN_IN}?${search}`, 303)
      })
  },
}

const pageOf = (problem: Refusal) => (problem === 'linked_elsewhere' ? ACCOUNT : SIGN_IN)

const ticketBody = z.strictObject({ ticket: z.string().max(200) })

const ticketRoute: RouteGroup = {
  paths: ['/api/auth/ticket'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
  limit,
  operations: async () => (await paths()).ticketPaths(ticketBody),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/ticket', async (c) => {
      const { ticket } = parseInput(ticketBody, await readJson(c))
      const taking = { ticket, browser: browserCookie(c), device: deviceOf(c, deps.config.site) }
      const signIn = await signInByTicket(deps.auth, taking).catch((error) => {
        if (!(error instanceof AppError) || error.status !== 401) throw error
        // Of a factor that was required before the first session.
        return completeFactorSetup(deps.auth, ticket, taking.device)
      })
      keepCookie(c, signIn, deps.config.site.url)
      return c.json(await describeGrant(deps, c, signIn.grant), 200, PRIVATE)
    }),
}

const logoutRoute: RouteGroup = {
  paths: ['/api/auth/oidc/logout'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
  limit,
  exists: hasProvider,
  operations: async () => (await paths()).logoutPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/oidc/logout', async (c) => {
      const { logout_token: token } = (await readForm(c)) as { logout_token?: unknown }
      if (typeof token !== 'string')
        throw invalid([{ path: 'logout_token', code: 'required', message: 'is required' }])
      await endProviderSessions(contextOf(deps, c), token)
      return c.body(null, 200, PRIVATE)
    }),
}

const linkRoute: RouteGroup = {
  paths: ['/api/auth/oidc/link'],
  authentication: 'session',
  cors: 'listed-origins',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
  limit,
  exists: hasProvider,
  operations: async () => (await paths()).linkPaths(),
  routes(deps) {
    /** The account of the session, and the proof that its owner is there. */
    async function proved(c: AppContext) {
      const { id, account } = c.get('session')
      if (!account) throw forbidden('Your company account has no account of this site.')
      await readProof(deps, c)
      const proof = await deps.database.query((tx) => assertProved(tx, deps, id))
      return { actor: account.actor, session: id, proof }
    }
    return new Hono<AppEnv>()
      .post('/api/auth/oidc/link', async (c) => {
        const { actor, session, proof } = await proved(c)
        const link = {
          accountId: actor.id,
          tokenVersion: actor.tokenVersion,
          session,
          isPasswordProof: proof.by === 'current_password',
          passkey: proof.passkey,
        }
        const beginning = { browser: browserCookie(c), returnTo: ACCOUNT, isAgain: true, link }
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
        keepBrowserCookie(c, begun.browser, deps.config.site.url)
        return c.json({ url: begun.url }, 200, PRIVATE)
      })
      .delete('/api/auth/oidc/link', async (c) => {
        await disconnect(contextOf(deps, c), (await proved(c)).actor)
        return c.body(null, 204)
      })
  },
}

export const providerGroups = [methodsRoute, browserRoutes, ticketRoute, logoutRoute, linkRoute]
