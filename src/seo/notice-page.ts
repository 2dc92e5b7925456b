import { html } from './html.ts'
import type { PageContent } from './render-page.ts'
import { languageLinks } from './site-page.ts'
import type { Site } from './site-view.ts'

export type NoticeTexts = { heading: string; sentences: readonly string[] }

/** A page with a few sentences for the visitor, hidden from search engines. */
export const noticePage = (site: Site, { heading, sentences }: NoticeTexts): PageContent => ({
  meta: {
    title: null,
    heading,
    description: null,
    canonical: null,
    noindex: true,
    picture: null,
    article: null,
    graph: [],
  },
  alternates: [],
  languageLinks: languageLinks(site, '/'),
  content: html`<div class="wrap page"><section class="not-found"><h1>${heading}</h1>
${sentences.map((sentence) => html`<p class="lede">${sentence}</p>`)}</section></div>`,
})
