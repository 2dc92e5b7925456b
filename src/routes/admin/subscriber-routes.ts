// GET /api/admin/newsletter             newest first; ?q= ?spam=true ?state=
// GET /api/admin/newsletter/export.csv
// GET DELETE /api/admin/newsletter/{id}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { exportSubscribers } from '../../forms/export-csv.ts'
import type { FormAdminContext } from '../../forms/form-context.ts'
import {
  getSubscriber,
  listSubscribers,
  presentSubscriber,
  removeSubscriber,
} from '../../forms/subscribers.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { filters } from '../../http/query-schemas.ts'
import { csvHeaders, sendStream } from '../../http/send-stream.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../../http/validate-request.ts'
import { etagOf } from '../../record-version.ts'

export function newsletterRoutes({ database, clock, mail }: Deps) {
  const contextOf = (c: AppContext): FormAdminContext => ({
    database,
    clock,
    mail: mail.outbox,
    actor: c.get('session').actor,
  })

  return new Hono<AppEnv>()
    .get('/', listQuery(filters.newsletter), async (c) => {
      const { q, spam, state, ...query } = c.req.valid('query')
      const page = await listSubscribers(contextOf(c), { q, spam, state, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentSubscriber) })
    })
    .get('/export.csv', (c) => sendStream(c, exportSubscribers(contextOf(c)), csvHeaders('newsletter.csv')))
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
