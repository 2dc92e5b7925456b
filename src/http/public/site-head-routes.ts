// GET /api/site/head?path&lang   the head of a page, for frontends that go from page to page by themselves
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { PAGES } from '../../operations/edge/edge-tags.ts'
import { AppError } from '../../text/errors.ts'
import { findPage } from '../../website/find-page.ts'
import { parseAddress } from '../../website/redirects/trace-redirects.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { headParameters } from '../requests/query-schemas.ts'
import { closedQuery } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { createEdgeCaching } from '../responses/edge-headers.ts'
import { sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

export const siteHeadGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/site/head'],
  operations: siteHeadPaths,
  routes: siteHeadRoutes,
}

function siteHeadRoutes({ pages, config }: Deps) {
  const options = { headers: createEdgeCaching(config.edge.maxAgeSeconds)(PAGES) }
  const parameters = () => z.strictObject(headParameters(config.site.languages))
  return new Hono<AppEnv>().get('/api/site/head', closedQuery(parameters), async (c) => {
    const { path, lang } = c.req.valid('query')
    const address = parseAddress(path, config.site.url)
    const tag = lang ?? new URLSearchParams(address.search).get('lang') ?? undefined
    const page = await findPage(pages, address, pages.languages.fromParameter(tag))
    if (!page)
      throw new AppError(
        'not_found',
        'The website has no page at this path; GET /api/redirects/resolve says whether it moved.',
      )
    return sendBody(c, page.head, pages, options)
  })
}

function siteHeadPaths(): Paths {
  const url = z.string().meta({ description: 'An absolute address.' })
  const head = z
    .object({
      title: z.string().meta({ description: "With the site's name, cut to what search engines show." }),
      description: z.string().nullable(),
      canonical: url.nullable(),
      alternates: z.array(z.object({ lang: z.string(), href: url })).meta({
        description: 'The page in each of its languages, and `x-default`; empty if it has only one.',
      }),
      meta: z.array(
        z.union([
          z.object({ name: z.string(), content: z.string() }),
          z.object({ property: z.string(), content: z.string() }),
        ]),
      ),
      json_ld: z.looseObject({ '@context': z.string(), '@graph': z.array(z.unknown()) }).nullable(),
    })
    .meta({ id: 'PageHead' })
  return operations(
    { tag: 'Site' },
    {
      'GET /api/site/head': {
        id: 'getPageHead',
        summary: 'Get the head of a page',
        description:
          'The title, meta tags, links and structured data of the page that the website has at this path, for frontends that show the next page without loading a document.',
        query: z.object(headParameters([])),
        errors: ['not_found'],
        responses: returnsCacheable(head),
      },
    },
  )
}
