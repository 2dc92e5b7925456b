// POST /api/auth/forgot-password     {email}
// POST /api/auth/reset-password      {token, new_password}
// POST /api/auth/accept-invitation   {token, password}
import { Hono } from 'hono'
import { acceptInvitation } from '../../accounts/invitations.ts'
import { requestPasswordReset, resetPassword } from '../../accounts/password-reset.ts'
import { acceptInvitationBody, forgotPasswordBody, resetPasswordBody } from '../../accounts/sign-in-input.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES } from '../requests/body-limits.ts'
import { readJson } from '../requests/request-body.ts'
import type { RouteGroup } from '../route-group.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }

const credentials = {
  authentication: 'none',
  cors: 'listed-origins',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
} as const

const contextOf = ({ auth, limits, audit }: Deps, c: AppContext) => ({
  ...auth,
  limits,
  audit: audit(c.env.serverRequestId),
})

const forgotPasswordRoute: RouteGroup = {
  ...credentials,
  paths: ['/api/auth/forgot-password'],
  // Mails beyond these would only annoy the owner of the account.
  limit: rateLimit('forgot-password', { max: 5, windowMs: 15 * 60_000 }),
  operations: async () => (await import('./account-link-paths.ts')).forgotPasswordPaths(),
  routes: (deps) =>
    new Hono<AppEnv>().post('/api/auth/forgot-password', async (c) => {
      const { email } = parseInput(forgotPasswordBody, await readJson(c))
      await requestPasswordReset(contextOf(deps, c), email)
      return c.json({ ok: true }, 202, PRIVATE)
    }),
}

const linkRoutes: RouteGroup = {
  ...credentials,
  paths: ['/api/auth/reset-password', '/api/auth/accept-invitation'],
  limit: rateLimit('account-links', { max: 20, windowMs: 15 * 60_000 }),
  operations: async () => (await import('./account-link-paths.ts')).accountLinkPaths(),
  routes: (deps) =>
    new Hono<AppEnv>()
      .post('/api/auth/reset-password', async (c) => {
        const { token, new_password: password } = parseInput(resetPasswordBody, await readJson(c))
        await resetPassword(contextOf(deps, c), { token, password })
        return c.body(null, 204, PRIVATE)
      })
      .post('/api/auth/accept-invitation', async (c) => {
        const { token, password } = parseInput(acceptInvitationBody, await readJson(c))
        await acceptInvitation(contextOf(deps, c), { token, password })
        return c.body(null, 204, PRIVATE)
      }),
}

export const accountLinkGroups = [forgotPasswordRoute, linkRoutes]
