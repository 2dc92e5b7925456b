import { html } from './html.ts'
import type { PageContent } from './render-page.ts'

export type NoticeTexts = { heading: string; sentences: readonly string[] }

/** A page with a few sentences for the visitor, hidden from search engines. */
export const noticePage = ({ heading, sentences }: NoticeTexts): PageContent => ({
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
  content: html`<section class="not-found"><h1>${heading}</h1>
${sentences.map((sentence) => html`<p class="lede">${sentence}</p>`)}</section>`,
})
