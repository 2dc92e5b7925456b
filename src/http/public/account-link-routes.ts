// POST /api/auth/forgot-password     {email}
// POST /api/auth/reset-password      {token, new_password}
// POST /api/auth/accept-invitation   {token, password}
import { Hono } from 'hono'
import { acceptInvitation } from '../../accounts/invitations.ts'
import { requestPasswordReset, resetPassword } from '../../accounts/password-reset.ts'
import { acceptInvitationBody, forgotPasswordBody, resetPasswordBody } from '../../accounts/sign-in-input.ts'
import type { Deps } from '../../deps.ts'
import { bothLimits, rateLimit } from '../middleware/rate-limit.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { readInput } from '../requests/request-body.ts'
import { signInApi } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'
import { malformedSignIn } from './sign-in-limits.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }

const contextOf = (deps: Deps, c: AppContext) => ({ ...accountContext(deps, c), limits: deps.limits })

// Mails beyond these would only annoy the owner of the account.
const mailLimit = rateLimit('forgot-password', { max: 5, windowMs: 15 * 60_000 })
const linkLimit = rateLimit('account-links', { max: 20, windowMs: 15 * 60_000 })

const readForgotPassword = readInput(forgotPasswordBody)

const forgotPasswordRoute: RouteGroup = {
  ...signInApi,
  authentication: 'none',
  paths: ['/api/auth/forgot-password'],
  limit: bothLimits(malformedSignIn(readForgotPassword), mailLimit),
  operations: async () => (await import('./account-link-paths.ts')).forgotPasswordPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/forgot-password', async (c) => {
      const { email } = await readForgotPassword(c)
      await requestPasswordReset(contextOf(deps, c), email)
      return c.json({ ok: true }, 202, PRIVATE)
    }),
}

const readReset = readInput(resetPasswordBody)

const resetPasswordRoute: RouteGroup = {
  ...signInApi,
  authentication: 'none',
  paths: ['/api/auth/reset-password'],
  limit: bothLimits(malformedSignIn(readReset), linkLimit),
  operations: async () => (await import('./account-link-paths.ts')).resetPasswordPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/reset-password', async (c) => {
      const { token, new_password: password } = await readReset(c)
      await resetPassword(contextOf(deps, c), { token, password })
      return c.body(null, 204, PRIVATE)
    }),
}

const readAcceptance = readInput(acceptInvitationBody)

const acceptInvitationRoute: RouteGroup = {
  ...signInApi,
  authentication: 'none',
  paths: ['/api/auth/accept-invitation'],
  limit: bothLimits(malformedSignIn(readAcceptance), linkLimit),
  operations: async () => (await import('./account-link-paths.ts')).acceptInvitationPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/accept-invitation', async (c) => {
      const { token, password } = await readAcceptance(c)
      await acceptInvitation(contextOf(deps, c), { token, password })
      return c.body(null, 204, PRIVATE)
    }),
}

export const accountLinkGroups = [forgotPasswordRoute, resetPasswordRoute, acceptInvitationRoute]
