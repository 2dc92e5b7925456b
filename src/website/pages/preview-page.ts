// A page with drafts: with a banner, hidden from search engines, without a canonical URL and structured data.

import { escapeHtml, mapTags, unescapeHtml } from '../../text/html.ts'
import { withoutQuery } from '../../text/trim-end.ts'
import type { PageContent } from '../render/page-content.ts'
import { isOutsidePages } from '../view/existing-paths.ts'
import { html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'

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

/** A path of this site with the token of a preview. */
function withToken(path: string, token: string): string {
  const [, page = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(path) ?? []
  if (/[?&]preview=/.test(page)) return path
  return `${page}${page.includes('?') ? '&' : '?'}preview=${encodeURIComponent(token)}${fragment}`
}

type Preview = { siteUrl: string; token: string }

/** A link to a page of this site with the token of its preview; others as they are. */
export function linkWithToken(link: string, { siteUrl, token }: Preview): string {
  const isAbsolute = link === siteUrl || ['/', '?', '#'].some((next) => link.startsWith(siteUrl + next))
  const path = isAbsolute ? link.slice(siteUrl.length) || '/' : link
  if (!/^(?:\/(?!\/)|\?)/.test(path) || isOutsidePages(withoutQuery(path))) return link
  return (isAbsolute ? siteUrl : '') + withToken(path, token)
}

/** A document whose links to pages of this site lead to their previews. Searches keep it too; other forms are sent as ever. */
export const linksWithToken = (document: string, preview: Preview): string =>
  mapTags(document, ({ kind, tag, raw }) => {
    if (kind !== 'start') return raw
    if (tag === 'a') return raw.replace(HREF, (_, link: string) => ` href="${shownIn(preview, link)}"`)
    const action = tag === 'form' && !/ method="post"/i.test(raw) && / action="([^"]*)"/.exec(raw)?.[1]
    const isSearch = action && shownIn(preview, action) !== action
    return isSearch ? `${raw}<input type="hidden" name="preview" value="${escapeHtml(preview.token)}">` : raw
  })

// All attributes of the service's pages are in double quotes.
const HREF = / href="([^"]*)"/

/** A link as it is written in HTML. */
const shownIn = (preview: Preview, link: string) => escapeHtml(linkWithToken(unescapeHtml(link), preview))
