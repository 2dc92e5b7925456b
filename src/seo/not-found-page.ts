// The pages for addresses that do not exist and for failures.
import { pathOfPage } from '../config/site-pages.ts'
import { type Html, html } from './html.ts'
import { pathTo } from './page-links.ts'
import type { PageContent } from './render-page.ts'
import { type KeyedPage, languageLinks, pageName } from './site-page.ts'
import type { Site } from './site-view.ts'

const WAYS = ['home', 'services', 'projects', 'blog', 'contact'] as const satisfies KeyedPage[]

/** The 404 page: the same for every path, so it is rendered once and never echoes the requested path. */
export const notFoundPage = (site: Site): PageContent => {
  const { labels } = site.language
  return statusPage(site, 404, { title: labels.notFound, hint: labels.notFoundHint })
}

/** The page for a request that failed with this status. */
export const errorPage = (site: Site, status: number): PageContent => {
  const { labels } = site.language
  return statusPage(site, status, { title: labels.errorTitle, hint: labels.errorHint })
}

function statusPage(
  site: Site,
  status: number,
  { title, hint }: { title: string; hint: string },
): PageContent {
  const { language } = site
  const ways: Html[] = WAYS.filter((page) => site.has(page)).map(
    (page) => html`<li><a href="${pathTo(pathOfPage(page), language)}">${pageName(site, page)}</a></li>`,
  )
  return {
    meta: {
      title: null,
      heading: title,
      description: null,
      canonical: null,
      noindex: true,
      picture: null,
      article: null,
      graph: [],
    },
    alternates: [],
    languageLinks: languageLinks(site, '/'),
    content: html`<div class="wrap page"><section class="not-found"><p class="kicker">${new Intl.NumberFormat(language.tag).format(status)}</p>
<h1>${title}</h1><p class="lede">${hint}</p>
<ul class="ways">${ways}</ul></section></div>`,
  }
}
