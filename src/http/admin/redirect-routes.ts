// GET /api/admin/redirects/resolve?path=   the redirects that a visitor of this address goes through, and where they end
import { Hono } from 'hono'
import { z } from 'zod'
import { redirects } from '../../content/resources/redirects.ts'
import type { Deps } from '../../deps.ts'
import { parseAddress, TRACE_ENDS, traceRedirects } from '../../website/redirects/trace-redirects.ts'
import { pagedResources } from '../../website/view/existing-paths.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { recordId } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { resolveQuery } from '../requests/query-schemas.ts'
import { query } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

const traced = [redirects, ...pagedResources.map(({ resource }) => resource)]

export const redirectGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/redirects/resolve'],
  tokens: { 'GET /api/admin/redirects/resolve': within({ resource: redirects.name }, needs('read')) },
  operations: redirectPaths,
  routes: redirectRoutes,
}

function redirectRoutes({ snapshot, pages, config }: Deps) {
  return new Hono<AppEnv>().get('/api/admin/redirects/resolve', query(resolveQuery), async (c) => {
    const address = parseAddress(c.req.valid('query').path, config.site.url)
    const trace = traceRedirects(await snapshot.view(traced), address, {
      website: pages.website,
      language: pages.languages.primary,
    })
    return c.json({ path: address.path, ...trace })
  })
}

function redirectPaths(): Paths {
  const hop = z.object({
    id: recordId.nullable().meta({
      description: 'The redirect; null for one of the service itself, such as the removal of a final slash.',
    }),
    from: z.string(),
    location: z.string(),
    status: z.int(),
  })

  const trace = z
    .object({
      path: z.string().meta({ description: 'The canonical path that was resolved.' }),
      hops: z.array(hop),
      location: z.string().meta({ description: 'The address that a visitor ends up at.' }),
      end: z.enum(TRACE_ENDS).meta({
        description:
          '`page`: a public page. `missing`: no page of the site has this address (404). `path`: another path, which only the frontend knows. `external`: another site. `endless`: more redirects than browsers follow.',
      }),
    })
    .meta({ id: 'RedirectTrace' })

  return operations(
    { tag: 'redirects', access: 'editor' },
    {
      'GET /api/admin/redirects/resolve': {
        id: 'resolveRedirect',
        summary: 'Find out where a path leads',
        query: resolveQuery,
        responses: returns(trace),
      },
    },
  )
}
