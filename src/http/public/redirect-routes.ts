// GET /api/redirects/resolve?path=   where the redirect of a path leads; for frontends that answer pages themselves
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../text/errors.ts'
import { OUTSIDE_THE_WEBSITE } from '../../website/redirects/find-redirect.ts'
import { parseAddress } from '../../website/redirects/trace-redirects.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { resolveQuery } from '../requests/query-schemas.ts'
import { closedQuery } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

export const redirectGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/redirects/resolve'],
  operations: redirectPaths,
  routes: redirectRoutes,
}

function redirectRoutes({ pages, config }: Deps) {
  return new Hono<AppEnv>().get(
    '/api/redirects/resolve',
    closedQuery(() => z.strictObject(resolveQuery.shape)),
    async (c) => {
      const address = parseAddress(c.req.valid('query').path, config.site.url)
      const tag = new URLSearchParams(address.search).get('lang') ?? undefined
      const target = OUTSIDE_THE_WEBSITE.test(address.path)
        ? null
        : await pages.redirect(address, pages.languages.fromParameter(tag))
      if (!target) throw new AppError('not_found', 'No redirect begins at this path.')
      return c.json({ location: target.location, status: target.status })
    },
  )
}

function redirectPaths(): Paths {
  const target = z
    .object({
      location: z.string().meta({ description: 'A path of this site, or the address of another.' }),
      status: z.literal([301, 302, 308]),
    })
    .meta({ id: 'RedirectTarget' })

  return operations(
    { tag: 'Site' },
    {
      'GET /api/redirects/resolve': {
        id: 'findRedirect',
        summary: 'Find out whether a path is redirected',
        description:
          'What the website answers for a path without a page: the target of its redirect, which may be redirected itself; 404 without one. For frontends that answer the pages themselves.',
        query: resolveQuery,
        errors: ['not_found'],
        responses: returns(target),
      },
    },
  )
}
