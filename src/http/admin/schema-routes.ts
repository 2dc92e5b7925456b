// GET /api/admin/schema   resources and fields as data, as the caller's role may use them
import { Hono } from 'hono'
import type { Actor } from '../../accounts/actor.ts'
import { isCreator } from '../../accounts/permissions.ts'
import { narrowedTo } from '../../accounts/token-scopes.ts'
import { describeSchema } from '../../content/describe-resource.ts'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { adminApi } from '../requests/route-access.ts'
import { needsOneOf, within } from '../requests/token-needs.ts'
import { CONSTANT, sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

export const schemaGroup: RouteGroup = {
  ...adminApi,
  // Shows each role only what it may do.
  roles: 'all',
  paths: ['/api/admin/schema'],
  tokens: { 'GET /api/admin/schema': within('narrowed', needsOneOf('read', 'write')) },
  operations: async () => (await import('./schema-paths.ts')).schemaPaths(),
  routes: schemaRoutes,
}

function schemaRoutes({ snapshot, config }: Deps) {
  const bodies = new Map<boolean, EncodedBody>()

  // The schema differs by role only, and never changes while the service runs.
  function bodyFor(actor: Actor): EncodedBody {
    const role = isCreator(actor)
    const describe = () => {
      const schema = { site_url: config.site.url, ...describeSchema(actor, snapshot.languages) }
      return new EncodedBody(Buffer.from(JSON.stringify(schema)))
    }
    // There is one for each API token that is limited to some resources.
    return narrowedTo(actor) ? describe() : bodies.getOrInsertComputed(role, describe)
  }

  return new Hono<AppEnv>()
    .basePath('/api/admin/schema')
    .get('/', (c) => sendBody(c, bodyFor(c.get('actor')), CONSTANT))
}
