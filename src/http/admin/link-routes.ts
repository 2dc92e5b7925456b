// POST /api/admin/links/check   which of these links lead nowhere on this website
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { BROKEN_LINK_REASONS, findBrokenLinks } from '../../website/redirects/check-links.ts'
import { followedResources } from '../../website/view/existing-paths.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { readJson } from '../requests/request-body.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

const linksInput = z.strictObject({
  links: z
    .array(z.string().max(2_048))
    .max(500)
    .meta({ description: 'As they stand in the text; those to other sites are not checked.' }),
})

export const linkGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/links'],
  tokens: { 'POST /api/admin/links/check': apart('read') },
  operations: linkPaths,
  routes: linkRoutes,
}

function linkRoutes({ snapshot, pages }: Deps) {
  return new Hono<AppEnv>().basePath('/api/admin/links').post('/check', async (c) => {
    const { links } = parseInput(linksInput, await readJson(c))
    const site = { website: pages.website, language: pages.languages.primary }
    const view = await snapshot.view(followedResources)
    const broken = findBrokenLinks(view, links, site)
    return c.json({ checked: links.length, broken })
  })
}

function linkPaths(): Paths {
  const answer = z
    .object({
      checked: z.int().min(0),
      broken: z.array(
        z.object({
          link: z.string().meta({ description: 'As it was sent.' }),
          reason: z.enum(BROKEN_LINK_REASONS).meta({
            description:
              '`missing`: the website has no page at this address, or none that is public. `endless`: more redirects than browsers follow.',
          }),
        }),
      ),
    })
    .meta({ id: 'LinkCheck' })

  return operations(
    { tag: 'redirects', access: 'editor' },
    {
      'POST /api/admin/links/check': {
        id: 'checkLinks',
        summary: 'Find the links that lead nowhere on this website',
        description: 'Follows redirects. Changes nothing.',
        body: namedSchema(linksInput, 'LinksToCheck', { links: ['/blog/no-such-article', '/contact'] }),
        responses: returns(answer),
      },
    },
  )
}
