import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'
import { languageLinks } from './site-page.ts'

export type NoticeTexts = {
  heading: string
  sentences: readonly string[]
  /** A button that posts to `action`, a path. */
  button?: { action: string; label: string }
}

/** A page with a few sentences for the visitor, hidden from search engines. */
export const noticePage = (site: Site, { heading, sentences, button }: NoticeTexts): PageContent => ({
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
${sentences.map((sentence) => html`<p class="lede">${sentence}</p>`)}${
  button &&
  html`<form class="buttons" method="post" action="${button.action}"><button class="button">${button.label}</button></form>`
}</section></div>`,
})
