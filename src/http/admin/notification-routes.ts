// GET PATCH /api/admin/notifications   when you are mailed: {mentions, reviews: at_once | daily | never}
import { Hono } from 'hono'
import { getMailChoices, mailChoices, setMailChoices } from '../../accounts/mail-choices.ts'
import { operations } from '../openapi/describe-operation.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { MAX_CREDENTIALS_BYTES } from '../requests/body-limits.ts'
import { readJson } from '../requests/request-body.ts'
import { adminApi } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

const choices = mailChoices.meta({ id: 'MailChoices' })

export const notificationGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/notifications'],
  // Everybody has a choice of their own.
  roles: 'all',
  maxBodyBytes: MAX_CREDENTIALS_BYTES,
  operations: () =>
    operations(
      { tag: 'Comments', access: 'signed-in' },
      {
        'GET /api/admin/notifications': {
          id: 'getNotifications',
          summary: 'Get when you are mailed about mentions and requests for a review',
          responses: returns(choices),
        },
        'PATCH /api/admin/notifications': {
          id: 'updateNotifications',
          summary: 'Choose when you are mailed about mentions and requests for a review',
          body: namedSchema(mailChoices.partial(), 'NewMailChoices', { mentions: 'daily' }),
          responses: returns(choices),
        },
      },
    ),
  routes: (deps) =>
    new Hono<AppEnv>()
      .basePath('/api/admin/notifications')
      .get('/', async (c) => c.json(await getMailChoices(deps, c.get('actor'))))
      .patch('/', async (c) => c.json(await setMailChoices(deps, c.get('actor'), await readJson(c)))),
}
