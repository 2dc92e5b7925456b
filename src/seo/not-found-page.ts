import { html } from './html.ts'
import { pathTo } from './page-links.ts'
import type { PageContent } from './render-page.ts'
import type { Site } from './site-view.ts'
import { sections } from './stories.ts'
import { sectionName } from './story-list.ts'

/** The 404 page: the same for every path, so it is rendered once and never echoes the requested path. */
export function notFoundPage(site: Site): PageContent {
  const { language } = site
  const { labels } = language
  return {
    meta: {
      title: null,
      heading: labels.notFound,
      description: null,
      canonical: null,
      noindex: true,
      picture: null,
      article: null,
      graph: [],
    },
    alternates: [],
    content: html`<section class="not-found"><p class="kicker">${new Intl.NumberFormat(language.tag).format(404)}</p>
<h1>${labels.notFound}</h1><p class="lede">${labels.notFoundHint}</p>
<ul class="ways"><li><a href="${pathTo('/', language)}">${labels.home}</a></li>${sections.map(
      (section) =>
        html`<li><a href="${pathTo(section.path, language)}">${sectionName(site, section)}</a></li>`,
    )}</ul></section>`,
  }
}
