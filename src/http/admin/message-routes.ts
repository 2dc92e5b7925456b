// GET /api/admin/messages               inbox, newest first; ?q= ?read= ?spam=true
// GET /api/admin/messages/export.csv
// GET PATCH DELETE /api/admin/messages/{id}     {read?, spam?}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import {
  getMessage,
  listMessages,
  type Message,
  markMessage,
  messageMarks,
  presentMessage,
  removeMessage,
} from '../../messages/contact-messages.ts'
import { exportMessages } from '../../messages/export-csv.ts'
import type { FormAdminContext } from '../../messages/form-context.ts'
import { parseInput } from '../../text/parse-input.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { filters } from '../requests/query-schemas.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import { csvHeaders, sendStream } from '../responses/send-stream.ts'
import type { RouteGroup } from '../route-group.ts'

export const messageGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/messages'],
  tokens: needsBelow('/api/admin/messages', {
    'GET /': apart('inbox'),
    'GET /export.csv': apart('inbox'),
    'GET /:id': apart('inbox'),
    'PATCH /:id': apart('inbox'),
    'DELETE /:id': apart('inbox', 'delete'),
  }),
  operations: async () => (await import('./message-paths.ts')).messagePaths(),
  routes: messageRoutes,
}

function messageRoutes({ database, clock }: Deps) {
  const contextOf = (c: AppContext): FormAdminContext => ({ database, clock, actor: c.get('actor') })
  const send = (c: AppContext, message: Message) =>
    c.json(presentMessage(message), 200, { ETag: etagOf(message.version) })

  return new Hono<AppEnv>()
    .basePath('/api/admin/messages')
    .get('/', listQuery(filters.messages), async (c) => {
      const { q, read, spam, ...query } = c.req.valid('query')
      const page = await listMessages(contextOf(c), { q, read, spam, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentMessage) })
    })
    .get('/export.csv', (c) => sendStream(c, exportMessages(contextOf(c)), csvHeaders('messages.csv')))
    .get('/:id', async (c) => send(c, await getMessage(contextOf(c), idOf(c))))
    .patch('/:id', async (c) => {
      const marks = parseInput(messageMarks, await readJson(c))
      return send(c, await markMessage(contextOf(c), { id: idOf(c), marks, ifMatch: ifMatchOf(c) }))
    })
    .delete('/:id', async (c) => {
      await removeMessage(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
}
