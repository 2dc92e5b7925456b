// The page of a record in its current state: with a banner, hidden from search engines, without a canonical
// URL and structured data.

import type { PageContent } from '../render/page-content.ts'
import { html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'

/** The page of a record as its draft. */
export const previewPage = (site: Site, page: PageContent, token: string): PageContent => ({
  meta: { ...page.meta, canonical: null, noindex: true, article: null, graph: [] },
  // The language links lead to the preview too.
  alternates: page.alternates.map(({ language, path }) => ({ language, path: withToken(path, token) })),
  languageLinks: page.languageLinks,
  content: html`${banner(site)}\n${page.content}`,
})

const banner = ({ languages, language: pageLanguage }: Site) => {
  const inPageLanguageFirst = languages.all.toSorted(
    (a, b) => Number(b === pageLanguage) - Number(a === pageLanguage),
  )
  return html`<aside class="preview-banner" role="note">${inPageLanguageFirst.map(
    ({ tag, direction, labels }) => html`<p lang="${tag}" dir="${direction}">${labels.preview}</p>`,
  )}</aside>`
}

const withToken = (path: string, token: string) =>
  `${path}${path.includes('?') ? '&' : '?'}preview=${encodeURIComponent(token)}`
