import { html } from './html.ts'
import { pathTo } from './page-links.ts'
import type { Draft } from './render-page.ts'
import type { Site } from './site-view.ts'
import { sections } from './stories.ts'
import { sectionName } from './story-list.ts'

/** The same for every path, so that it is made once and never says what was asked for. */
export function notFoundPage(site: Site): Draft {
  const { language } = site
  const { words } = language
  return {
    meta: {
      title: null,
      heading: words.notFound,
      description: null,
      canonical: null,
      noindex: true,
      picture: null,
      article: null,
      graph: [],
    },
    alternates: [],
    content: html`<section class="not-found"><p class="kicker">${new Intl.NumberFormat(language.tag).format(404)}</p>
<h1>${words.notFound}</h1><p class="lede">${words.notFoundText}</p>
<ul class="ways"><li><a href="${pathTo('/', language)}">${words.home}</a></li>${sections.map(
      (section) =>
        html`<li><a href="${pathTo(section.path, language)}">${sectionName(site, section)}</a></li>`,
    )}</ul></section>`,
  }
}
