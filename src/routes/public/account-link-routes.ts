// POST /api/auth/forgot-password     {email}
// POST /api/auth/reset-password      {token, new_password}
// POST /api/auth/accept-invitation   {token, password}
import { Hono } from 'hono'
import { acceptInvitation } from '../../auth/invitations.ts'
import { requestPasswordReset, resetPassword } from '../../auth/password-reset.ts'
import { acceptInvitationBody, forgotPasswordBody, resetPasswordBody } from '../../auth/sign-in-input.ts'
import type { Deps } from '../../deps.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { rateLimit } from '../../http/middleware/rate-limit.ts'
import { readJson } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'

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
