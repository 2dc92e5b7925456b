// GET /api/audit-log             ?limit=50 &before= &from= &to= &actor= &actor_id= &action= &entity= &entity_id= &request_id=
// GET /api/audit-log/integrity   whether the trail still says what was written
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { checkIntegrity } from '../../audit/integrity.ts'
import { listAudit } from '../../audit/list.ts'
import { createQueue } from '../../auth/queue.ts'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import type { AppEnv } from '../../http/env.ts'
import { query, searchText } from '../../http/validate.ts'
import { assertRole } from '../../procurement/people/person.ts'

const number = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'is not a positive whole number')
    .transform(Number)
    .refine((value) => value <= most, `is more than ${most}`)
const instant = z.iso.datetime({ offset: true }).optional()

const filter = z.object({
  limit: number(500).default(50),
  before: number(2_147_483_647).optional(),
  from: instant,
  to: instant,
  actor: searchText,
  actor_id: searchText,
  action: searchText,
  entity: searchText,
  entity_id: searchText,
  request_id: searchText,
})

export function auditRoutes({ database }: Deps) {
  const assertReader = (c: Context<AppEnv>) => assertRole(c.get('person'), ['auditor', 'admin'])
  // Each reads the whole trail.
  const checks = createQueue({ atOnce: 1, waiting: 4, refusal: () => unavailable('integrity check') })

  return new Hono<AppEnv>()
    .use(async (c, next) => {
      assertReader(c)
      await next()
    })
    .get('/', query(filter), async (c) => c.json(await listAudit(database, c.req.valid('query'))))
    .get('/integrity', async (c) => c.json(await checks.run(() => checkIntegrity(database))))
}
