// POST /api/auth/login             {email, password}
// GET  /api/auth/me
// POST /api/auth/change-password   {current_password, new_password}
// POST /api/auth/logout            {everywhere?}, or no body
import { Hono } from 'hono'
import type { z } from 'zod'
import { changePassword, login, logout } from '../../accounts/sessions.ts'
import { changePasswordBody, loginBody, logoutBody } from '../../accounts/sign-in-input.ts'
import { isWrongPassword } from '../../accounts/wrong-password.ts'
import type { Deps } from '../../deps.ts'
import { createMalformedLimit } from '../../platform/db/malformed-limit.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }

export function authRoutes({ auth, limits, metrics, audit }: Deps) {
  const limitMalformed = createMalformedLimit(limits, 'sign-in')

  const readInput = <Schema extends z.ZodType>(c: AppContext, schema: Schema) =>
    limitMalformed(c.get('client'), async () => parseInput(schema, await readJson(c)))

  /** Counts failed sign-ins and refusals in the metrics. */
  async function measure<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt()
    } catch (error) {
      if (isWrongPassword(error)) metrics.loginFailed()
      if (error instanceof AppError && error.code === 'too_many_requests') metrics.rateLimited('login')
      throw error
    }
  }

  return new Hono<AppEnv>()
    .post('/login', async (c) => {
      const result = await measure(async () =>
        login(auth, { ...(await readInput(c, loginBody)), address: c.get('client') }),
      )
      return c.json(result, 200, PRIVATE)
    })
    .get('/me', (c) => {
      const { actor, email, claims } = c.get('session')
      const { id, name, role } = actor
      return c.json({ id, email, name, role, expires_at: claims.expiresAt }, 200, PRIVATE)
    })
    .post('/change-password', async (c) => {
      const context = { ...auth, audit: audit(c.env.requestId) }
      const result = await measure(async () => {
        const { current_password: current, new_password: next } = await readInput(c, changePasswordBody)
        return changePassword(context, { session: c.get('session'), current, next, address: c.get('client') })
      })
      return c.json(result, 200, PRIVATE)
    })
    .post('/logout', async (c) => {
      const { everywhere = false } = parseInput(logoutBody, await readOptionalJson(c))
      await logout(auth, c.get('session'), everywhere)
      return c.body(null, 204)
    })
}
