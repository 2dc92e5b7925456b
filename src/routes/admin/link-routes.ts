// POST /api/admin/links/check   which of these links lead nowhere on this website
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { linksInput } from '../../http/links-input.ts'
import { readJson } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'
import { findBrokenLinks } from '../../seo/check-links.ts'
import { followedResources } from '../../seo/existing-paths.ts'

export function linkRoutes({ snapshot, pages }: Deps) {
  return new Hono<AppEnv>().post('/check', async (c) => {
    const { links } = parseInput(linksInput, await readJson(c))
    const site = { website: pages.website, language: pages.languages.primary }
    const view = await snapshot.view(followedResources)
    const broken = findBrokenLinks(view, links, site)
    return c.json({ checked: links.length, broken })
  })
}
