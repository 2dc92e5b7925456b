// GET  POST /api/admin/tokens        ?user_id=; {name, scopes, resources?, expires_at} with a proof
// DELETE /api/admin/tokens/{id}
import { Hono } from 'hono'
import { createToken, listTokens, presentToken, revokeToken } from '../../accounts/api-tokens.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import type { Deps } from '../../deps.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { accountContext } from '../requests/account-request.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES } from '../requests/body-limits.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { adminApi } from '../requests/route-access.ts'
import { takeProof } from '../requests/take-proof.ts'
import type { RouteGroup } from '../route-group.ts'

export const tokenGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/tokens'],
  // Everybody has tokens of their own. An API token makes and ends none.
  roles: 'all',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
  limit: rateLimit('tokens', { max: 30, windowMs: 15 * 60_000 }),
  isLimited: ({ req }) => req.method === 'POST',
  operations: async () => (await import('./token-paths.ts')).tokenPaths(),
  routes: tokenRoutes,
}

// The guard of the group refuses persons without an account.
const signedIn = (c: AppContext) => {
  const { account, person } = c.get('session')
  return { account: account!, person }
}

const names = resources.map(({ name }) => name)

function tokenRoutes(deps: Deps) {
  const { auth } = deps

  return new Hono<AppEnv>()
    .basePath('/api/admin/tokens')
    .post('/', async (c) => {
      const body = await takeProof(deps, c, await readJson(c))
      const { row, token } = await createToken(
        { ...accountContext(deps, c), resources: names },
        signedIn(c),
        body,
      )
      return c.json({ ...presentToken(row), token }, 201)
    })
    .get('/', listQuery(filters.tokens), async (c) => {
      const actor = c.get('actor')
      const { user_id: userId = actor.id, ...query } = c.req.valid('query')
      const page = await listTokens(auth, actor, { userId, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentToken) })
    })
    .delete('/:id', async (c) => {
      await revokeToken(accountContext(deps, c), c.get('actor'), idOf(c))
      return c.body(null, 204)
    })
}
