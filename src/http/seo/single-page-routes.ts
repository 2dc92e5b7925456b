// GET /, /about, /services, /investment, /gallery, /contact
import { Hono } from 'hono'
import { pathOfPage } from '../../text/site-pages.ts'
import { type SinglePage, singlePages } from '../../website/pages/single-pages.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { publicRead } from '../requests/route-access.ts'
import { createFormPages } from '../responses/form-pages.ts'
import type { RouteGroup } from '../route-group.ts'
import { languageOf, pageEdge, redirectOfQuery, sendPage, sendUncached } from './send-page.ts'

const names = Object.keys(singlePages) as SinglePage[]

export const singleGroups = names.map(
  (name): RouteGroup => ({
    ...publicRead,
    paths: [pathOfPage(name)],
    exists: ({ site }) => site.pages.has(name),
    operations: async () => (await import('./page-paths.ts')).singlePath(name),
    routes: (deps) => {
      const { pages } = deps
      const shown = { pages, edge: pageEdge(deps) }
      const formPages = name === 'contact' ? createFormPages(deps) : null
      return new Hono<AppEnv>().get(pathOfPage(name), async (c) => {
        const redirect = await redirectOfQuery(c, pages)
        if (redirect) return redirect
        const language = languageOf(c, pages)
        const forms = formPages ? await formPages.shownForms(c, language) : null
        if (forms) return sendUncached(c, await pages.contactForms(forms, language))
        return sendPage(c, shown, await pages.single(name, language))
      })
    },
  }),
)
