// The published content.
import { z } from 'zod'
import { resources } from '../../content/resources/resource-registry.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { memberOf, publicImages, siteOf } from '../openapi/site-schemas.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import { siteQuery } from '../requests/query-schemas.ts'

export const sitePaths = (): Paths =>
  operations(
    { tag: 'Site' },
    {
      'GET /api/site': {
        id: 'getSite',
        summary: 'Get the whole site',
        description:
          'All published content in both languages. Each resource is a property, with `_` instead of `-` in its name. More than 500 redirects are left out: ask for one with `GET /api/redirects/resolve`. A site whose texts do not fit into memory is sent in parts, with a `Link` to the better way. With `preview`, one record is included in its current state, or a set of working copies as if they were published, and nothing is cached.',
        query: siteQuery,
        responses: returnsCacheable(
          z.union([
            siteOf(({ view }) => view)
              .extend({ images: publicImages })
              .meta({ id: 'Site' }),
            siteOf(({ summary }) => summary)
              .extend({ images: publicImages })
              .meta({ id: 'SiteSummary' }),
          ]),
        ),
        errors: ['not_found'],
      },
      ...memberOperations(),
    },
  )

const memberOperations = () =>
  Object.fromEntries(
    resources.map((resource) => [
      `GET /api/site/${resource.name}`,
      {
        id: `get${typeNameOf(resource)}Member`,
        summary: `Get \`${resource.name}\` of the site`,
        responses: returnsCacheable(memberOf(resource, schemasOf(resource).view)),
        errors: ['validation_failed' as const],
      },
    ]),
  )
