// The search form of the blog; it works without JavaScript.
import { type Html, html } from '../view/html.ts'
import type { Site } from '../view/site-view.ts'
import { blog } from '../view/stories.ts'

/** Characters of a query that are searched for. */
export const MAX_QUERY_LENGTH = 200

export const searchForm = ({ language }: Site, query = ''): Html => {
  const { labels, isPrimary, tag } = language
  return html`<form class="search" role="search" action="${blog.path}" method="get">${
    !isPrimary && html`<input type="hidden" name="lang" value="${tag}">`
  }<input type="search" name="q" value="${query}" maxlength="${MAX_QUERY_LENGTH}" aria-label="${labels.search}" dir="auto" required> <button type="submit">${labels.search}</button></form>`
}
