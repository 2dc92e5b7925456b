// GET /api/client-config   run-time settings of a prebuilt frontend
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

export const clientConfigGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/client-config'],
  operations: async () => (await import('./client-config-paths.ts')).clientConfigPaths(),
  routes: clientConfigRoutes,
}

function clientConfigRoutes({ config, snapshot }: Deps) {
  const { frontendDsn, glitchtipHost, umami } = config.monitoring
  const settings = {
    languages: snapshot.languages,
    media_base: config.site.mediaBase,
    commit: config.server.commit,
    mail: config.mail !== null,
    errors: frontendDsn ? { dsn: frontendDsn, host: glitchtipHost } : null,
    analytics: umami ? { host: umami.host, website_id: umami.websiteId } : null,
  }
  return new Hono<AppEnv>().get('/api/client-config', (c) =>
    c.json(settings, 200, { 'Cache-Control': 'public, max-age=60' }),
  )
}
