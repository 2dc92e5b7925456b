// GET POST /api/admin/users              list (?q=), create
// GET PATCH DELETE /api/admin/users/{id}
// POST DELETE /api/admin/users/{id}/invitation   invite again, take the invitation back
// DELETE /api/admin/users/{id}/factors   second factors of a colleague
import { Hono } from 'hono'
import {
  createUser,
  getUser,
  listUsers,
  presentUser,
  removeUser,
  updateUser,
} from '../../accounts/admin-users.ts'
import { factorReset, resetFactors } from '../../accounts/factors/reset-factors.ts'
import { inviteAgain, withdrawInvitation } from '../../accounts/invitations.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { etagOf } from '../../text/record-version.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson, readOptionalJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { adminApi } from '../requests/route-access.ts'
import { readProof, takeProof } from '../requests/take-proof.ts'
import type { RouteGroup } from '../route-group.ts'

export const adminUserGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/users'],
  operations: async () => (await import('./admin-user-paths.ts')).adminUserPaths(),
  routes: userRoutes,
}

function userRoutes(deps: Deps) {
  const { auth } = deps
  const readProvable = async (c: AppContext) => takeProof(deps, c, await readJson(c))
  const send = (c: AppContext, user: Awaited<ReturnType<typeof getUser>>) =>
    c.json(presentUser(user), 200, { ETag: etagOf(user.version) })

  return new Hono<AppEnv>()
    .basePath('/api/admin/users')
    .get('/', listQuery(filters.users), async (c) => {
      const { q, ...query } = c.req.valid('query')
      const page = await listUsers(auth, { q, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentUser) })
    })
    .post('/', async (c) => {
      const { invitation, ...user } = await createUser(
        accountContext(deps, c),
        c.get('actor'),
        await readProvable(c),
      )
      const headers = { ETag: etagOf(user.version), Location: `/api/admin/users/${user.id}` }
      return c.json({ ...presentUser(user), ...(invitation && { invitation }) }, 201, headers)
    })
    .post('/:id/invitation', async (c) => {
      await readProof(deps, c)
      return c.json(await inviteAgain(accountContext(deps, c), c.get('actor'), idOf(c)), 200, {
        'Cache-Control': 'no-store',
      })
    })
    .delete('/:id/invitation', async (c) => {
      await withdrawInvitation(accountContext(deps, c), c.get('actor'), idOf(c))
      return c.body(null, 204)
    })
    .delete('/:id/factors', async (c) => {
      const body = await takeProof(deps, c, await readOptionalJson(c))
      const endings = parseInput(factorReset, body)
      await resetFactors(accountContext(deps, c), c.get('actor'), { id: idOf(c), endings })
      return c.body(null, 204)
    })
    .get('/:id', async (c) => send(c, await getUser(auth, idOf(c))))
    .patch('/:id', async (c) => {
      const change = { id: idOf(c), body: await readProvable(c), ifMatch: ifMatchOf(c) }
      return send(c, await updateUser(accountContext(deps, c), c.get('actor'), change))
    })
    .delete('/:id', async (c) => {
      await readProof(deps, c)
      await removeUser(accountContext(deps, c), c.get('actor'), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
}
