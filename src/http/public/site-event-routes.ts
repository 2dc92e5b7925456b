// GET /api/site/events   which members of `/api/site` change, as server-sent events
import { Hono } from 'hono'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returnsEvents } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { lastEventIdHeader } from '../requests/query-schemas.ts'
import { assertNoParameters } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { lastEventId, sendEvents } from '../responses/send-events.ts'
import type { RouteGroup } from '../route-group.ts'

export const siteEventGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/site/events'],
  // The streams of an address are counted, not its requests.
  limit: () => (_, next) => next(),
  operations: siteEventPaths,
  routes: ({ siteEvents }) =>
    new Hono<AppEnv>().get('/api/site/events', (c) => {
      assertNoParameters(c)
      return sendEvents(c, () => siteEvents.stream(c.get('client'), lastEventId(c)))
    }),
}

function siteEventPaths(): Paths {
  return operations(
    { tag: 'Site' },
    {
      'GET /api/site/events': {
        id: 'followSite',
        summary: 'Follow what changes on the site',
        description:
          'Server-sent events for frontends and static builds. `changed` `{members: [{name, path, etag}]}`: readers see something else in these members of `/api/site`; `path` is where to read the member, and `etag` what `If-None-Match` of it compares. Of `images`, which are part of `/api/site` alone, it names the state. `reset`: read everything again. With `Last-Event-ID`, which `EventSource` sends by itself, a stream begins with what has changed since, on any replica.',
        header: lastEventIdHeader,
        responses: returnsEvents,
        errors: ['too_many_requests', 'validation_failed'],
      },
    },
  )
}
