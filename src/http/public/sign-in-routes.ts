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
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { malformedLimit } from '../middleware/rate-limit.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES } from '../requests/body-limits.ts'
import { oncePerRequest, readJson, readOptionalJson } from '../requests/request-body.ts'
import type { RouteGroup } from '../route-group.ts'

const PRIVATE = { 'Cache-Control': 'no-store' }

const credentials = { cors: 'listed-origins', maxBodyBytes: MAX_CREDENTIALS_BYTES } as const

const readInput = <Schema extends z.ZodType>(schema: Schema) =>
  oncePerRequest(async (c) => parseInput(schema, await readJson(c)))

// Wrong passwords have limits of their own, by address and by account: see `accounts/sign-in-limits.ts`.
const limitMalformed = (read: ReturnType<typeof readInput>) =>
  malformedLimit({ name: 'login', bucket: 'sign-in', read })

/** Counts failed sign-ins and refusals in the metrics. */
async function measure<T>(metrics: Deps['metrics'], attempt: Promise<T>): Promise<T> {
  try {
    return await attempt
  } catch (error) {
    if (isWrongPassword(error)) metrics.loginFailed()
    if (error instanceof AppError && error.code === 'too_many_requests') metrics.rateLimited('login')
    throw error
  }
}

const readLogin = readInput(loginBody)

const loginRoute: RouteGroup = {
  ...credentials,
  paths: ['/api/auth/login'],
  authentication: 'none',
  limit: limitMalformed(readLogin),
  operations: async () => (await import('./sign-in-paths.ts')).loginPaths(),
  routes: ({ auth, metrics }) =>
    new Hono<AppEnv>().post('/api/auth/login', async (c) => {
      const attempt = { ...(await readLogin(c)), address: c.get('client') }
      return c.json(await measure(metrics, login(auth, attempt)), 200, PRIVATE)
    }),
}

const readPasswordChange = readInput(changePasswordBody)

const changePasswordRoute: RouteGroup = {
  ...credentials,
  paths: ['/api/auth/change-password'],
  authentication: 'session',
  limit: limitMalformed(readPasswordChange),
  operations: async () => (await import('./sign-in-paths.ts')).changePasswordPaths(),
  routes: ({ auth, metrics, audit }) =>
    new Hono<AppEnv>().post('/api/auth/change-password', async (c) => {
      const { current_password: current, new_password: next } = await readPasswordChange(c)
      const change = { session: c.get('session'), current, next, address: c.get('client') }
      const context = { ...auth, audit: audit(c.env.serverRequestId) }
      return c.json(await measure(metrics, changePassword(context, change)), 200, PRIVATE)
    }),
}

const sessionRoutes: RouteGroup = {
  ...credentials,
  paths: ['/api/auth/me', '/api/auth/logout'],
  authentication: 'session',
  operations: async () => (await import('./sign-in-paths.ts')).sessionPaths(),
  routes: ({ auth }) =>
    new Hono<AppEnv>()
      .get('/api/auth/me', (c) => {
        const { actor, email, claims } = c.get('session')
        const { id, name, role } = actor
        return c.json({ id, email, name, role, expires_at: claims.expiresAt }, 200, PRIVATE)
      })
      .post('/api/auth/logout', async (c) => {
        const { everywhere = false } = parseInput(logoutBody, await readOptionalJson(c))
        await logout(auth, c.get('session'), everywhere)
        return c.body(null, 204)
      }),
}

export const signInGroups = [loginRoute, changePasswordRoute, sessionRoutes]
