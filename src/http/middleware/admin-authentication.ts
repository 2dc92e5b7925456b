// Guards of the admin sub-app. They run before a route is looked up, so unknown paths answer like known ones.
import { createMiddleware } from 'hono/factory'
import type { AuthContext } from '../../accounts/auth-context.ts'
import {
  assertAdmin,
  assertEditor,
  assertMay,
  type ContentAction,
  forbidden,
  unauthenticated,
} from '../../accounts/permissions.ts'
import { authenticate } from '../../accounts/sessions.ts'
import { UNMATCHED } from '../caching-router.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'

/** Throws 401 when the request has no bearer token. */
export function bearerToken(c: AppContext): string {
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (!token) throw unauthenticated('Sign in and send the token as Authorization: Bearer TOKEN.')
  return token
}

/** Requires a valid token (401) and forbids caching the response. */
export const requireSession = (auth: AuthContext) =>
  createMiddleware<AppEnv>(async function requireSession(c, next) {
    const session = await authenticate(auth, bearerToken(c))
    c.set('session', session)
    if (session.account) c.set('actor', session.account.actor)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

/** Requires one of the roles that the declaration names (403); creators only get past it to what they may do. */
export const requirePermission = createMiddleware<AppEnv>(async function requirePermission(c, next) {
  const actor = c.get('session').account?.actor
  if (!actor) throw forbidden('Your company account is not connected with an account of this site.')
  const { roles = 'admins' } = c.env.access ?? {}
  if (roles === 'admins') assertAdmin(actor)
  else if (roles === 'editors' || c.env.route === UNMATCHED) {
    const requested = contentAction(c.req.method, c.req.path)
    if (requested) assertMay(actor, requested.action, requested.resource)
    else assertEditor(actor)
  }
  await next()
})

const COLLECTION_ACTIONS: Record<string, ContentAction> = { GET: 'list', POST: 'create' }
const RECORD_ACTIONS: Record<string, ContentAction> = {
  GET: 'read',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'remove',
}

const UPLOAD_PATH = '/api/admin/upload'

// Not the record with the id `seo`.
const SCORES_PATH = '/api/admin/articles/seo'

// Creators have previews of their own drafts; the verbs check the record.
const PREVIEW_PATH = /^\/api\/admin\/([^/]+)\/[^/]+\/preview(?:\/[^/]+)?$/

/** The action that a request below `/api/admin/{resource}` asks for; null for paths beyond the record and its previews. */
function contentAction(method: string, path: string): { action: ContentAction; resource: string } | null {
  if (method === 'POST' && path === UPLOAD_PATH) return { action: 'create', resource: 'media' }
  if (path === SCORES_PATH) return null
  const previewed = PREVIEW_PATH.exec(path)?.[1]
  if (previewed) return { action: 'read', resource: previewed }
  const [, resource, id] = /^\/api\/admin\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  const action = (id === undefined ? COLLECTION_ACTIONS : RECORD_ACTIONS)[method]
  return resource && action ? { action, resource } : null
}
