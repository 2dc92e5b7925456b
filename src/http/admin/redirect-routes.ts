// GET /api/admin/redirects/resolve?path=   the redirects that a visitor of this address goes through, and where they end
import { Hono } from 'hono'
import { redirects } from '../../content/resources/redirects.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../text/errors.ts'
import { readAddress, traceRedirects } from '../../website/redirects/trace-redirects.ts'
import { pagedResources } from '../../website/view/existing-paths.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { resolveQuery } from '../requests/query-schemas.ts'
import { adminApi } from '../requests/route-access.ts'
import { query } from '../requests/validate-request.ts'
import type { RouteGroup } from '../route-group.ts'

const traced = [redirects, ...pagedResources.map(({ resource }) => resource)]

export const redirectGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/redirects/resolve'],
  operations: async () => (await import('./redirect-paths.ts')).redirectPaths(),
  routes: redirectRoutes,
}

function redirectRoutes({ snapshot, pages, config }: Deps) {
  return new Hono<AppEnv>().get('/api/admin/redirects/resolve', query(resolveQuery), async (c) => {
    const address = readAddress(c.req.valid('query').path, config.site.url)
    if (address === null) {
      const message = `must be a path such as /old-page, or an address below ${config.site.url}`
      throw invalid([{ path: 'path', code: 'invalid', message }])
    }
    const trace = traceRedirects(await snapshot.view(traced), address, {
      website: pages.website,
      language: pages.languages.primary,
    })
    return c.json({ path: address.path, ...trace })
  })
}
