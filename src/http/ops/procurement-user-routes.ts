// GET  /api/users/me                        the caller's profile and roles
// GET  POST /api/users                      {subject, email?, display_name?}
// GET  PATCH /api/users/{id}                {disabled}
// PUT  DELETE /api/users/{id}/roles/{role}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import {
  createUser,
  getUser,
  listUsers,
  presentPerson,
  presentUser,
  type User,
  updateUser,
} from '../../procurement/people/procurement-users.ts'
import { assignRole, removeRole } from '../../procurement/people/user-roles.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { procurement, procurementContext } from '../requests/procurement-requests.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { readProof, takeProof } from '../requests/take-proof.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const userGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/users'],
  // Who may do what is decided by a person.
  tokens: needsBelow('/api/users', {
    'GET /me': apart('procurement'),
    'GET /': apart('procurement'),
    'GET /:id': apart('procurement'),
  }),
  operations: async () => (await import('./procurement-user-paths.ts')).procurementUserPaths(),
  routes: userRoutes,
}

function userRoutes(deps: Deps) {
  const { identity } = deps.config
  // Without a provider every content admin is a procurement admin.
  const hasOtherAdmins = !identity || identity.admins.subjects.size + identity.admins.emails.size > 0
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const send = (c: AppContext, user: User, status: 200 | 201) =>
    c.json(presentUser(user), status, {
      ETag: etagOf(user.version),
      ...(status === 201 && { Location: `/api/users/${user.id}` }),
    })

  return new Hono<AppEnv>()
    .basePath('/api/users')
    .get('/me', (c) => c.json(presentPerson(c.get('person'))))
    .get('/', listQuery({}), async (c) => {
      const page = await listUsers(contextOf(c), pagingOf(c.req.valid('query')))
      return c.json({ ...page, items: page.items.map(presentUser) })
    })
    .post('/', async (c) => {
      const ctx = contextOf(c)
      return send(c, await createUser(ctx, await readJson(c), { hasProvider: identity !== null }), 201)
    })
    .get('/:id', async (c) => send(c, await getUser(contextOf(c), idOf(c)), 200))
    .patch('/:id', async (c) => {
      const change = {
        id: idOf(c),
        body: await takeProof(deps, c, await readJson(c)),
        ifMatch: ifMatchOf(c),
        hasOtherAdmins,
        signIn: deps.auth,
      }
      return send(c, await updateUser(contextOf(c), change), 200)
    })
    .put('/:id/roles/:role', async (c) => {
      await readProof(deps, c)
      return send(c, await assignRole(contextOf(c), { id: idOf(c), role: c.req.param('role') }), 200)
    })
    .delete('/:id/roles/:role', async (c) => {
      await readProof(deps, c)
      await removeRole(contextOf(c), { id: idOf(c), role: c.req.param('role'), hasOtherAdmins })
      return c.body(null, 204)
    })
}
