// POST /api/admin/links/check    which of these links lead nowhere on this website
// GET  /api/admin/links/broken   the records with links that do
import { Hono } from 'hono'
import { z } from 'zod'
import { reaches } from '../../accounts/token-scopes.ts'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { recordsWithBrokenLinks } from '../../website/redirects/broken-links.ts'
import { BROKEN_LINK_REASONS, findBrokenLinks } from '../../website/redirects/check-links.ts'
import { followedResources } from '../../website/view/existing-paths.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { namedSchema, recordLabels } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { readJson } from '../requests/request-body.ts'
import { contentApi } from '../requests/route-access.ts'
import { apart, needs, within } from '../requests/token-needs.ts'
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
  tokens: {
    'POST /api/admin/links/check': apart('read'),
    'GET /api/admin/links/broken': within('narrowed', needs('read')),
  },
  operations: linkPaths,
  routes: linkRoutes,
}

function linkRoutes({ snapshot, pages, database }: Deps) {
  const site = { website: pages.website, language: pages.languages.primary }
  return new Hono<AppEnv>()
    .basePath('/api/admin/links')
    .post('/check', async (c) => {
      const { links } = parseInput(linksInput, await readJson(c))
      const view = await snapshot.view(followedResources)
      const broken = findBrokenLinks(view, links, site)
      return c.json({ checked: links.length, broken })
    })
    .get('/broken', async (c) => {
      const actor = c.get('actor')
      const view = await snapshot.view(followedResources)
      const reaching = { ...site, view, reaches: (resource: string) => reaches(actor, resource) }
      return c.json({ items: await database.query((tx) => recordsWithBrokenLinks(tx, reaching)) })
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

  const records = z
    .object({
      items: z.array(
        z.object({
          resource: z.string(),
          id: z.int(),
          ...recordLabels(
            'The name of the record, such as its title.',
            'Its English name, where there is one.',
          ),
          links: z.array(z.string()).meta({ description: 'As they stand in its texts and link fields.' }),
        }),
      ),
    })
    .meta({ id: 'RecordsWithBrokenLinks' })

  return operations(
    { tag: 'redirects', access: 'editor' },
    {
      'GET /api/admin/links/broken': {
        id: 'listBrokenLinks',
        summary: 'List the records with links that lead nowhere on this website',
        description: 'Drafts included; at most 200 records.',
        responses: returns(records),
      },
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
