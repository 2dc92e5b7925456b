// The search forms; they work without JavaScript.
import { SEARCH_PATH } from '../../text/site-pages.ts'
import { searchedTypes } from '../view/existing-paths.ts'
import { type Html, html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'

/** Characters of a query that are searched for. */
export const MAX_QUERY_LENGTH = 200

/** The form of a page that searches; `path` is its own. */
export const searchForm = ({ language }: Site, path: string, query = ''): Html => {
  const { labels } = language
  return html`<form class="search" role="search" action="${path}" method="get">${languageField(language)}<input type="search" name="q" value="${query}" maxlength="${MAX_QUERY_LENGTH}" aria-label="${labels.search}" dir="auto" required> <button type="submit">${labels.search}</button></form>`
}

/**
 * The search of the whole website, for the header. On narrow screens its button alone is shown, which leads to the form of
 * `/search`; so that it can, no text is required.
 */
export const headerSearch = (site: Site): Html | false => {
  const { labels } = site.language
  return (
    searchedTypes(site).length > 0 &&
    html`<form class="site-search" role="search" aria-label="${labels.searchSite}" action="${SEARCH_PATH}" method="get">${languageField(site.language)}<input type="search" name="q" maxlength="${MAX_QUERY_LENGTH}" aria-label="${labels.search}" dir="auto"><button type="submit" aria-label="${labels.search}"><svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m16.5 16.5 4.5 4.5"/></svg></button></form>\n`
  )
}

const languageField = ({ isPrimary, tag }: Site['language']) =>
  !isPrimary && html`<input type="hidden" name="lang" value="${tag}">`
