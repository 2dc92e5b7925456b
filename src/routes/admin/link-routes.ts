// POST /api/admin/links/check   which of these links lead nowhere on this website
import { Hono } from 'hono'
import { redirects } from '../../content/resources/redirects.ts'
import type { Deps } from '../../deps.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { linksInput } from '../../http/links-input.ts'
import { readJson } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'
import { findBrokenLinks } from '../../seo/check-links.ts'
import { pagedResources } from '../../seo/existing-paths.ts'

const followed = [redirects, ...pagedResources.map(({ resource }) => resource)]

export function linkRoutes({ snapshot, pages, config }: Deps) {
  return new Hono<AppEnv>().post('/check', async (c) => {
    const { links } = parseInput(linksInput, await readJson(c))
    const website = { pages: config.site.pages, hasFrontend: pages.hasFrontend, bases: config.site }
    const view = await snapshot.view(followed)
    const broken = findBrokenLinks(view, links, { website, language: pages.languages.primary })
    return c.json({ checked: links.length, broken })
  })
}
