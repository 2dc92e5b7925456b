// POST /api/auth/login             {email, password}
// GET  /api/auth/me
// POST /api/auth/change-password   {current_password, new_password}, or {new_password} with a proof
// POST /api/auth/reauthenticate    {current_password | totp | passkey | provider_ticket}
// POST /api/auth/logout            {everywhere?}, or no body
// POST /api/auth/token             for the panel, with its cookie
// GET  /api/auth/sessions          ?page&per_page
// DELETE /api/auth/sessions/{id}
import { Hono } from 'hono'
import type { SignOutHint } from '../../accounts/oidc/authorization-code.ts'
import { changePassword, choosePassword, login } from '../../accounts/password-sign-in.ts'
import { assertProved, provedUntil } from '../../accounts/proofs.ts'
import type { Proof } from '../../accounts/reauthentication.ts'
import { endSession, listSessions, logout, mintToken, type Session } from '../../accounts/sessions.ts'
import { changePasswordBody, loginBody, logoutBody } from '../../accounts/sign-in-input.ts'
import { createSecret } from '../../accounts/tickets.ts'
import type { Log } from '../../platform/log.ts'
import { type IdentifyContext, procurementRolesOf } from '../../procurement/people/identify-person.ts'
import { findSignOutPage, readSignOutHint } from '../../procurement/people/sign-out-person.ts'
import { AppError, invalid } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { measure } from '../requests/measure-sign-in.ts'
import {
  deviceOf,
  dropCookie,
  isPanel,
  keepBrowserCookie,
  keepCookie,
  LostSessionError,
  panelCookie,
  requirePanelCookie,
} from '../requests/panel-cookie.ts'
import { readInput, readOptionalJson } from '../requests/request-body.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'
import { signInApi } from '../requests/route-access.ts'
import { readProof, takeProof } from '../requests/take-proof.ts'
import { NOTHING } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'
import { describeGrant } from './describe-grant.ts'
import { malformedSignIn } from './sign-in-limits.ts'

/** Of a 204 to signing out: the address that ends the session at the identity provider too. */
const SIGN_OUT_AT = 'Sign-Out-At'

const PRIVATE = { 'Cache-Control': 'no-store' }

const readLogin = readInput(loginBody)

const loginRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/login'],
  authentication: 'none',
  limit: malformedSignIn(readLogin),
  operations: async () => (await import('./sign-in-paths.ts')).loginPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/login', async (c) => {
      const { site } = deps.config
      const browser = isPanel(c) ? createSecret() : null
      const attempt = { ...(await readLogin(c)), device: deviceOf(c, site), browser }
      const context = accountContext(deps, c)
      const signIn = await measure(deps.metrics, login(context, attempt)).catch((error: unknown) => {
        const isFirstStep = error instanceof AppError && error.members?.ticket !== undefined
        if (isFirstStep && browser !== null) keepBrowserCookie(c, browser, site)
        throw error
      })
      keepCookie(c, signIn, site)
      return c.json(await describeGrant(deps, c, signIn.grant), 200, PRIVATE)
    }),
}

const readPasswordChange = readInput(changePasswordBody)

const changePasswordRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/change-password'],
  authentication: 'session',
  limit: malformedSignIn(readPasswordChange),
  operations: async () => (await import('./sign-in-paths.ts')).changePasswordPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/change-password', async (c) => {
      const { new_password: next, ...proof } = await readPasswordChange(c)
      const session = c.get('session')
      const context = accountContext(deps, c)
      if (!session.hasPassword) {
        if (session.account) await takeProof(deps, c, proof)
        const grant = await choosePassword(context, { session, next })
        return c.json(await describeGrant(deps, c, grant), 200, PRIVATE)
      }
      const change = { session, current: requirePassword(proof), next, address: c.get('client') }
      const grant = await measure(deps.metrics, changePassword(context, change))
      return c.json(await describeGrant(deps, c, grant), 200, PRIVATE)
    }),
}

// Another proof is not enough: who steals the phone would have the password from then on.
function requirePassword({ current_password: current }: Proof): string {
  if (current !== undefined) return current
  throw invalid([{ path: 'current_password', code: 'required', message: 'is required' }])
}

const tokenRoute: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/token'],
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
  operations: async () => (await import('./sign-in-paths.ts')).tokenPaths(),
  routes(deps) {
    const { site } = deps.config
    const warn = createLossWarning(deps)
    return new Hono<AppEnv>().post('/api/auth/token', async (c) => {
      // Of a time before the frontend.
      if (site.isPanelShared) dropCookie(c, site)
      try {
        const grant = await mintToken(deps.auth, requirePanelCookie(c, site))
        return c.json(await describeGrant(deps, c, grant), 200, PRIVATE)
      } catch (error) {
        if (error instanceof LostSessionError) warn(error, c.env.requestId)
        else if (error instanceof AppError && error.status === 401) dropCookie(c, site)
        throw error
      }
    })
  },
}

const WARN_EVERY_MS = 60_000

/** Anybody can cause the line: one a minute for each reason is enough. */
function createLossWarning({ clock, log }: { clock: () => Date; log: Log }) {
  const warned = new Map<string, number>()
  return ({ loss, mend, message: detail }: LostSessionError, request_id: string) => {
    const now = clock().getTime()
    if (Math.abs(now - (warned.get(loss) ?? 0)) < WARN_EVERY_MS) return
    warned.set(loss, now)
    log.warn({ reason: loss, detail, mend, request_id }, 'a session of the panel cannot be taken up')
  }
}

const sessionRoutes: RouteGroup = {
  ...signInApi,
  paths: ['/api/auth/me', '/api/auth/reauthenticate', '/api/auth/logout', '/api/auth/sessions'],
  tokens: { 'GET /api/auth/me': NOTHING },
  authentication: 'session',
  operations: async () => (await import('./sign-in-paths.ts')).sessionPaths(),
  routes(deps) {
    const { auth, config, identification, log } = deps
    const { adminUrl } = config.site
    /** Where to sign out at the provider; null if it has no page for that, or cannot be reached. */
    async function signOutPage(hint: SignOutHint, personId: number) {
      const { flow } = identification.provider ?? {}
      if (!flow) return null
      return findSignOutPage({ ...auth, flow }, { hint, personId, adminUrl }).catch((err: unknown) => {
        log.warn({ err }, 'the identity provider could not be asked where to sign out')
        return null
      })
    }
    return new Hono<AppEnv>()
      .get('/api/auth/me', async (c) =>
        c.json(await describeSession(identification, c.get('session')), 200, PRIVATE),
      )
      .post('/api/auth/reauthenticate', async (c) => {
        await readProof(deps, c)
        const { id } = c.get('session')
        const proved_until = provedUntil(await auth.database.query((tx) => assertProved(tx, auth, id)))
        return c.json({ proved_until }, 200, PRIVATE)
      })
      .post('/api/auth/logout', async (c) => {
        const { everywhere = false } = parseInput(logoutBody, await readOptionalJson(c))
        const session = c.get('session')
        const hint = await readSignOutHint(auth, { session, cookie: panelCookie(c, config.site) })
        await logout(auth, session, everywhere)
        if (isPanel(c)) dropCookie(c, config.site)
        const page = hint && (await signOutPage(hint, session.person!.id))
        return c.body(null, 204, page ? { [SIGN_OUT_AT]: page } : {})
      })
      .get('/api/auth/sessions', listQuery({}), async (c) => {
        const paging = pagingOf(c.req.valid('query'))
        return c.json(await listSessions(auth, c.get('session'), paging), 200, PRIVATE)
      })
      .delete('/api/auth/sessions/:id', async (c) => {
        const id = c.req.param('id')
        await endSession(auth, c.get('session'), id)
        if (isPanel(c) && id === c.get('session').id) dropCookie(c, config.site)
        return c.body(null, 204)
      })
  },
}

async function describeSession(identification: IdentifyContext, session: Session) {
  const { kind, account, person, expiresAt: expires_at } = session
  const role = account?.actor.role ?? null
  if (kind === 'account') {
    const { id, name } = account!.actor
    return { id, email: account!.email, name, role, expires_at }
  }
  const { id, email, display_name: name } = person!
  const procurement_roles = await procurementRolesOf(identification, session)
  const owned = account && { account_id: account.actor.id }
  return { kind, id, ...owned, email, name, role, procurement_roles, expires_at }
}

export const signInGroups = [loginRoute, changePasswordRoute, tokenRoute, sessionRoutes]
