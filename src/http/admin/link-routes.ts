// POST /api/admin/links/check   which of these links lead nowhere on this website
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { parseInput } from '../../text/parse-input.ts'
import { findBrokenLinks } from '../../website/redirects/check-links.ts'
import { followedResources } from '../../website/view/existing-paths.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { linksInput } from '../requests/links-input.ts'
import { readJson } from '../requests/request-body.ts'
import { adminApi } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

export const linkGroup: RouteGroup = {
  ...adminApi,
  paths: ['/api/admin/links'],
  operations: async () => (await import('./link-paths.ts')).linkPaths(),
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
