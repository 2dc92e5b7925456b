// GET /api/admin/mail   whether mail is sent, what waits, what failed
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { readMailStatus } from '../../mail/mail-status.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { timestamp } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { adminApi } from '../requests/route-access.ts'
import { apart } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const mailGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/mail'],
  tokens: { 'GET /api/admin/mail': apart('inbox') },
  operations: mailPaths,
  routes: mailRoutes,
}

function mailRoutes({ config, database }: Deps) {
  return new Hono<AppEnv>().basePath('/api/admin/mail').get('/', async (c) => {
    const from = config.mail?.from.address ?? null
    return c.json({ enabled: config.mail !== null, from, ...(await readMailStatus(database)) }, 200, {
      'Cache-Control': 'no-store',
    })
  })
}

function mailPaths(): Paths {
  const status = z
    .object({
      enabled: z.boolean().meta({ description: 'Whether a mail server is configured.' }),
      from: z.string().nullable().meta({ description: 'The sender of all mails.' }),
      queued: z.int(),
      oldest_at: timestamp().nullable(),
      failed: z
        .array(
          z.object({
            id: z.uuid(),
            kind: z.string().meta({ examples: ['contact-notice'] }),
            recipient: z.string(),
            attempts: z.int(),
            error: z.string(),
            failed_at: timestamp(),
          }),
        )
        .meta({ description: 'Given up within the last 30 days, newest first, at most 20.' }),
    })
    .meta({ id: 'MailStatus' })

  return operations(
    { tag: 'Operations', access: 'admin' },
    {
      'GET /api/admin/mail': {
        id: 'getMailStatus',
        summary: 'Get the state of outgoing mail',
        responses: returns(status),
      },
    },
  )
}
