// GET    /api/admin/events                    what changes, and who has which record open, as server-sent events
// PUT    /api/admin/presence {resource, id}   this session has the record open; repeated every 20 s
// DELETE /api/admin/presence?resource&id      not any more; without parameters, no record
import { Hono } from 'hono'
import type { AdminEvents } from '../../content/events/admin-events.ts'
import { findResource } from '../../content/resources/resource-registry.ts'
import { getRecord } from '../../content/verbs/get-record.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { presenceBody, presenceQuery } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { query } from '../requests/request-parameters.ts'
import { adminApi } from '../requests/route-access.ts'
import { lastEventId, sendEvents } from '../responses/send-events.ts'
import type { RouteGroup } from '../route-group.ts'

export const eventGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/events', '/api/admin/presence'],
  // Creators receive what concerns their own articles. No API token: a stream is a person's.
  roles: 'all',
  maxBodyBytes: 1_024,
  operations: async () => (await import('./event-paths.ts')).eventPaths(),
  routes: eventRoutes,
}

// The guard of the group refuses persons without an account.
const sessionOf = (c: AppContext) => c.get('session') as Parameters<AdminEvents['stream']>[0]

function eventRoutes(deps: Deps) {
  const { events } = deps
  return new Hono<AppEnv>()
    .get('/api/admin/events', (c) => sendEvents(c, () => events.stream(sessionOf(c), lastEventId(c))))
    .put('/api/admin/presence', async (c) => {
      const { resource: name, id } = parseInput(presenceBody, await readJson(c))
      const resource = findResource(name)!
      const row = await getRecord(contentContext(deps, c), { resource, idOrKey: String(id) })
      await events.enter(sessionOf(c), resource, row)
      return c.body(null, 204)
    })
    .delete('/api/admin/presence', query(presenceQuery), async (c) => {
      const { resource, id } = c.req.valid('query')
      await events.leave(sessionOf(c), resource && id ? { resource, id } : null)
      return c.body(null, 204)
    })
}
