// GET /api/audit-log             ?limit=50 &before= &from= &to= &actor= &actor_id= &via= &action= &entity= &entity_id= &request_id=
// GET /api/audit-log/integrity   verifies the hash chain
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { listAuditLog } from '../../accounts/audit/list-audit-log.ts'
import { verifyAuditChain } from '../../accounts/audit/verify-audit-chain.ts'
import type { Deps } from '../../deps.ts'
import { createBoundedQueue } from '../../platform/bounded-queue.ts'
import { assertRole } from '../../procurement/people/person.ts'
import { unavailable } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { timestamp, via } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { procurement } from '../requests/procurement-requests.ts'
import { auditQuery } from '../requests/query-schemas.ts'
import { closedQuery } from '../requests/request-parameters.ts'
import { apart, needsBelow } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const auditGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/audit-log'],
  tokens: needsBelow('/api/audit-log', {
    'GET /': apart('procurement'),
    'GET /integrity': apart('procurement'),
  }),
  operations: auditPaths,
  routes: auditRoutes,
}

function auditRoutes({ database }: Deps) {
  const assertReader = (c: Context<AppEnv>) => assertRole(c.get('person'), ['auditor', 'admin'])
  // Each reads the whole log.
  const checks = createBoundedQueue({
    maxRunning: 1,
    maxWaiting: 4,
    createRefusal: () => unavailable('integrity check'),
  })

  return new Hono<AppEnv>()
    .basePath('/api/audit-log')
    .use(async (c, next) => {
      assertReader(c)
      await next()
    })
    .get(
      '/',
      closedQuery(() => auditQuery),
      async (c) => c.json(await listAuditLog(database, c.req.valid('query'))),
    )
    .get('/integrity', async (c) => c.json(await checks.run(() => verifyAuditChain(database))))
}

function auditPaths(): Paths {
  const auditRow = z
    .object({
      id: z.int(),
      occurred_at: timestamp(),
      actor: z.string(),
      actor_id: z.string().nullable(),
      via: via(),
      action: z.string(),
      entity: z.string(),
      entity_id: z.string(),
      request_id: z.string().nullable(),
      changes: z.record(z.string(), z.unknown()).nullable(),
      hash: z.string().meta({ description: 'SHA-256 over this row and the hash of the row before it.' }),
    })
    .meta({ id: 'AuditRow' })

  const auditPage = z.object({
    items: z.array(auditRow),
    limit: z.int(),
    next_before: z
      .int()
      .nullable()
      .meta({ description: 'The value of `before` for the next page; null on the last page.' }),
  })

  const integrity = z
    .object({
      ok: z.boolean(),
      rows: z.int(),
      first_broken: z
        .int()
        .nullable()
        .meta({ description: 'The id of the first row that does not match its hash.' }),
      last: z.object({ id: z.int(), hash: z.string() }).nullable(),
    })
    .meta({ id: 'AuditIntegrity' })

  const shared = { access: 'procurement', roles: ['auditor', 'admin'], tag: 'Audit' } as const

  return operations(shared, {
    'GET /api/audit-log': {
      id: 'listAuditLog',
      summary: 'List audit rows, newest first',
      query: auditQuery,
      responses: returns(auditPage),
    },
    'GET /api/audit-log/integrity': {
      id: 'checkAudit',
      summary: 'Verify the hash chain of the audit log',
      responses: returns(integrity),
    },
  })
}
