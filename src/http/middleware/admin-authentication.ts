// Guards of the admin sub-app. They run before a route is looked up, so unknown paths answer like known ones.
import { createMiddleware } from 'hono/factory'
import { factorOwnerOfTicket } from '../../accounts/factors/second-factor.ts'
import {
  assertAdmin,
  assertMay,
  type ContentAction,
  forbidden,
  isCreator,
} from '../../accounts/permissions.ts'
import type { Deps } from '../../deps.ts'
import { UNMATCHED } from '../caching-router.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { browserOfPanel } from '../requests/panel-cookie.ts'
import type { AuthenticateRequest } from './authenticate-request.ts'

/** Requires a valid token (401) and forbids caching the response. */
export const requireSession = (authenticate: AuthenticateRequest) =>
  createMiddleware<AppEnv>(async function requireSession(c, next) {
    const session = await authenticate(c)
    c.set('session', session)
    if (session.account) c.set('actor', session.account.actor)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

/** Requires a valid token of an account, or a ticket for setting up its first factor (401), and forbids caching. */
export const requireFactorOwner = (
  { auth, config }: Pick<Deps, 'auth' | 'config'>,
  authenticate: AuthenticateRequest,
) =>
  createMiddleware<AppEnv>(async function requireFactorOwner(c, next) {
    const ticket = /^Ticket +([\w-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
    if (ticket) {
      const browser = browserOfPanel(c, config.site)
      c.set('factorOwner', await factorOwnerOfTicket(auth, { ticket, browser }))
    } else {
      const { account, person } = await authenticate(c)
      if (!account) throw forbidden('Your company account has second factors of its own.')
      c.set('factorOwner', { account, personId: person?.id ?? null, ticket: null })
    }
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })

/** Requires one of the roles that the declaration names (403); creators only get past it to what they may do. */
export const requirePermission = createMiddleware<AppEnv>(async function requirePermission(c, next) {
  const actor = c.get('session').account?.actor
  if (!actor) throw forbidden('Your company account is not connected with an account of this site.')
  const { roles = 'admins' } = c.env.access ?? {}
  if (roles === 'admins') assertAdmin(actor)
  else if (isCreator(actor) && (roles === 'editors' || c.env.route === UNMATCHED)) {
    const requested = contentAction(c.req.method, c.req.path)
    if (!requested) throw forbidden()
    assertMay(actor, requested.action, requested.resource)
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

// This path is not the record with the id `seo`.
const SCORES_PATH = '/api/admin/articles/seo'

// Actions of creators on their own drafts beyond reading and writing them; the verbs check the record.
const DRAFT_PATHS: [RegExp, ContentAction][] = [
  [/^\w+ \/api\/admin\/([^/]+)\/[^/]+\/preview(?:\/[^/]+)?$/, 'read'],
  [/^GET \/api\/admin\/([^/]+)\/[^/]+\/revisions(?:\/[^/]+)?$/, 'revise'],
  [/^POST \/api\/admin\/([^/]+)\/[^/]+\/revisions\/[^/]+\/restore$/, 'revise'],
  [/^(?:GET|POST) \/api\/admin\/([^/]+)\/[^/]+\/(?:comments|review)$/, 'discuss'],
  [/^GET \/api\/admin\/([^/]+)\/[^/]+\/comments\/people$/, 'discuss'],
  [/^POST \/api\/admin\/([^/]+)\/[^/]+\/duplicate$/, 'create'],
]

/** The action that a request below `/api/admin/{resource}` asks for; null for other paths. */
function contentAction(method: string, path: string): { action: ContentAction; resource: string } | null {
  if (method === 'POST' && path === UPLOAD_PATH) return { action: 'create', resource: 'media' }
  if (path === SCORES_PATH) return null
  for (const [pattern, action] of DRAFT_PATHS) {
    const resource = pattern.exec(`${method} ${path}`)?.[1]
    if (resource) return { action, resource }
  }
  const [, resource, id] = /^\/api\/admin\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  const action = (id === undefined ? COLLECTION_ACTIONS : RECORD_ACTIONS)[method]
  return resource && action ? { action, resource } : null
}
