// GET /api/admin/newsletter             newest first; ?q= ?spam=true ?state=
// GET /api/admin/newsletter/export.csv
// GET DELETE /api/admin/newsletter/{id}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { exportSubscribers } from '../../messages/export-csv.ts'
import type { FormAdminContext } from '../../messages/form-context.ts'
import {
  getSubscriber,
  listSubscribers,
  presentSubscriber,
  removeSubscriber,
} from '../../messages/subscribers.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { filters } from '../requests/query-schemas.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import { csvHeaders, sendStream } from '../responses/send-stream.ts'
import type { RouteGroup } from '../route-group.ts'

export const subscriberGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/newsletter'],
  tokens: needsBelow('/api/admin/newsletter', {
    'GET /': apart('inbox'),
    'GET /export.csv': apart('inbox'),
    'GET /:id': apart('inbox'),
    'DELETE /:id': apart('inbox', 'delete'),
  }),
  operations: async () => (await import('./subscriber-paths.ts')).subscriberPaths(),
  routes: newsletterRoutes,
}

function newsletterRoutes({ database, clock, mail }: Deps) {
  const contextOf = (c: AppContext): FormAdminContext => ({
    database,
    clock,
    mail: mail.outbox,
    actor: c.get('actor'),
  })

  return new Hono<AppEnv>()
    .basePath('/api/admin/newsletter')
    .get('/', listQuery(filters.newsletter), async (c) => {
      const { q, spam, state, ...query } = c.req.valid('query')
      const page = await listSubscribers(contextOf(c), { q, spam, state, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentSubscriber) })
    })
    .get('/export.csv', async (c) =>
      sendStream(c, await exportSubscribers(contextOf(c)), csvHeaders('newsletter.csv')),
    )
    .get('/:id', async (c) => {
      const subscriber = await getSubscriber(contextOf(c), idOf(c))
      return c.json(presentSubscriber(subscriber), 200, {
        ETag: etagOf(subscriber.version),
      })
    })
    .delete('/:id', async (c) => {
      await removeSubscriber(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
}
