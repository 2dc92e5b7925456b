// Who may enter. Both guards are mounted once, over the whole admin router, before any of its routes is looked up.
import { createMiddleware } from 'hono/factory'
import type { AuthContext } from '../../auth/auth-context.ts'
import { forbidden, isCreator, unauthenticated } from '../../auth/permissions.ts'
import { authenticate } from '../../auth/sessions.ts'
import type { AppContext, AppEnv } from '../app-env.ts'

const CREATORS_ROUTES = [
  { path: /^\/api\/admin\/articles$/, methods: ['GET', 'HEAD', 'POST'] },
  { path: /^\/api\/admin\/articles\/[^/]+$/, methods: ['GET', 'HEAD', 'PUT', 'PATCH'] },
]

/** Throws 401 where there is none. */
export function bearerToken(c: AppContext): string {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw unauthenticated('Sign in and send the token as Authorization: Bearer.')
  return token
}

/** Lets in who brings a valid token, and keeps the answer out of caches; 401 otherwise. */
export const requireSession = (auth: AuthContext) =>
  createMiddleware<AppEnv>(async function requireSession(c, next) {
    c.set('session', await authenticate(auth, bearerToken(c)))
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

/** Keeps creators to their articles; 403 elsewhere, also where there is nothing. */
export const roleGuard = createMiddleware<AppEnv>(async function roleGuard(c, next) {
  const allowed = CREATORS_ROUTES.some(
    ({ path, methods }) => path.test(c.req.path) && methods.includes(c.req.method),
  )
  if (isCreator(c.get('session').actor) && !allowed) throw forbidden()
  await next()
})
