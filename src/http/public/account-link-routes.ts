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
import { readJson } from '../requests/request-body.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }
/** For each client address; mails beyond these would only annoy the owner of the account. */
const REQUESTS = { max: 5, windowMs: 15 * 60_000 }
/** For each client address, both routes together. */
const USES = { max: 20, windowMs: 15 * 60_000 }

export function accountLinkRoutes(deps: Deps) {
  const { auth, limits, audit } = deps
  const contextOf = (c: AppContext) => ({ ...auth, limits, audit: audit(c.env.requestId) })
  const limitUses = rateLimit(deps, 'account-links', USES)

  return new Hono<AppEnv>()
    .post('/forgot-password', rateLimit(deps, 'forgot-password', REQUESTS), async (c) => {
      const { email } = parseInput(forgotPasswordBody, await readJson(c))
      await requestPasswordReset(contextOf(c), email)
      return c.json({ ok: true }, 202, PRIVATE)
    })
    .post('/reset-password', limitUses, async (c) => {
      const { token, new_password: password } = parseInput(resetPasswordBody, await readJson(c))
      await resetPassword(contextOf(c), { token, password })
      return c.body(null, 204, PRIVATE)
    })
    .post('/accept-invitation', limitUses, async (c) => {
      const { token, password } = parseInput(acceptInvitationBody, await readJson(c))
      await acceptInvitation(contextOf(c), { token, password })
      return c.body(null, 204, PRIVATE)
    })
}
