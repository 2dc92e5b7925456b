// GET /api/admin/mail   whether mail is sent, what waits, what failed
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { readMailStatus } from '../../mail/mail-status.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { adminApi } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

export const mailGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/mail'],
  operations: async () => (await import('./mail-paths.ts')).mailPaths(),
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
