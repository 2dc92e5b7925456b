// POST /api/auth/login             {email, password}
// GET  /api/auth/me
// POST /api/auth/change-password   {current_password, new_password}
// POST /api/auth/logout            {everywhere?}, or no body
import { Hono } from 'hono'
import { changePassword, login, logout } from '../../auth/sessions.ts'
import { changePasswordBody, loginBody, logoutBody } from '../../auth/sign-in-input.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson, readOptionalJson } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'

const WRONG_CREDENTIALS: ReadonlySet<string> = new Set(['invalid_credentials', 'invalid_current_password'])

const PRIVATE = { 'Cache-Control': 'no-store' }

export function authRoutes({ auth, metrics, audit }: Deps) {
  /** Counts what is refused for its credentials, and for too many of them. */
  async function counted<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt
    } catch (error) {
      if (error instanceof AppError && WRONG_CREDENTIALS.has(error.code)) metrics.loginFailed()
      if (error instanceof AppError && error.code === 'too_many_requests') metrics.rateLimited('login')
      throw error
    }
  }

  return new Hono<AppEnv>()
    .post('/login', async (c) =>
      c.json(
        await counted(login(auth, { ...parseInput(loginBody, await readJson(c)), address: c.get('client') })),
        200,
        PRIVATE,
      ),
    )
    .get('/me', (c) => {
      const { actor, email, claims } = c.get('session')
      const { id, name, role } = actor
      return c.json({ id, email, name, role, expires_at: claims.expiresAt }, 200, PRIVATE)
    })
    .post('/change-password', async (c) => {
      const { current_password: current, new_password: next } = parseInput(
        changePasswordBody,
        await readJson(c),
      )
      const change = { session: c.get('session'), current, next, address: c.get('client') }
      const context = { ...auth, audit: audit(c.env.requestId) }
      return c.json(await counted(changePassword(context, change)), 200, PRIVATE)
    })
    .post('/logout', async (c) => {
      const { everywhere = false } = parseInput(logoutBody, await readOptionalJson(c))
      await logout(auth, c.get('session'), everywhere)
      return c.body(null, 204)
    })
}
