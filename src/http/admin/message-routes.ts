// GET /api/admin/messages               inbox, newest first; ?q= ?read= ?state= ?assignee_id= ?spam=true
// GET /api/admin/messages/assignees     accounts that messages can be assigned to
// GET /api/admin/messages/export.csv
// POST /api/admin/messages/batch        {operations: [{op: patch|delete, id, version?, data?}]}, all or none
// GET PATCH DELETE /api/admin/messages/{id}     {read?, spam?, state?, assignee_id?, note?}
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import {
  batchMessages,
  getMessage,
  listAssignees,
  listMessages,
  type Message,
  markMessage,
  messageBatch,
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
    'GET /assignees': apart('inbox'),
    'GET /export.csv': apart('inbox'),
    // Deletions need `delete` as well.
    'POST /batch': apart('inbox'),
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
      const { q, read, spam, state, assignee_id, ...query } = c.req.valid('query')
      const filter = { q, read, spam, state, assignee_id }
      const page = await listMessages(contextOf(c), { ...filter, paging: pagingOf(query) })
      return c.json({ ...page, items: page.items.map(presentMessage) })
    })
    .get('/assignees', async (c) => c.json({ items: await listAssignees(contextOf(c)) }))
    .get('/export.csv', async (c) =>
      sendStream(c, await exportMessages(contextOf(c)), csvHeaders('messages.csv')),
    )
    .post('/batch', async (c) => {
      const { operations } = parseInput(messageBatch, await readJson(c))
      const results = await batchMessages(contextOf(c), operations)
      const items = results.map(({ op, message }) => ({
        op,
        id: message.id,
        version: message.version,
        ...(op === 'patch' && { record: presentMessage(message) }),
      }))
      return c.json({ items })
    })
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
