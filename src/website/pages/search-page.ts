// The results of a search in the blog.

import { searchForm } from '../forms/search-form.ts'
import * as jsonLd from '../render/json-ld.ts'
import { languageAttributes, wholeNumber } from '../render/page-components.ts'
import { hiddenMeta, type PageContent } from '../render/page-content.ts'
import { countPages, pagination } from '../render/pagination.ts'
import { type Html, html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { blog } from '../view/stories.ts'
import { crumbsTo, hero } from './site-page.ts'

type Range = readonly [start: number, end: number]

/** One page of hits; `path` is not percent-encoded, ranges are UTF-16 units, end exclusive. */
export type BlogSearch = {
  query: string
  page: number
  total: number
  items: readonly {
    language: string
    title: string
    title_matches: readonly Range[]
    path: string | null
    snippet: string
    snippet_matches: readonly Range[]
  }[]
}

/** Null past the last page. */
export function searchPage(site: Site, { query, page, total, items }: BlogSearch): PageContent | null {
  const { language, languages } = site
  const { labels } = language
  const pageCount = countPages(total)
  if (page > pageCount) return null
  const crumbs = [...crumbsTo(site, 'blog'), { name: labels.search, path: blog.path }]
  const head = { ...site.pageHead('blog'), actions: [], picture: null }
  const lede = `${labels.found}: ${wholeNumber(total, language.tag)}`
  const pathOf = (candidate: Language, number: number) =>
    withQuery(pathTo(blog.path, candidate, number), query)
  return {
    meta: hiddenMeta(`${labels.search}: ${query}`, jsonLd.siteGraph(site)),
    alternates: languages.all.map((candidate) => ({ language: candidate, path: pathOf(candidate, 1) })),
    languageLinks: [],
    content: html`${hero(site, crumbs, { head, title: labels.search, lede, extra: searchForm(site, query) })}
<div class="wrap page">${items.length > 0 ? html`<ul class="results">${items.map((item) => result(site, item))}</ul>` : nothing(site)}
${pageCount > 1 && pagination(site, { page, pageCount, pathOf: (number) => pathOf(language, number) })}</div>`,
  }
}

const nothing = ({ language }: Site) => html`<div class="empty"><p>${language.labels.nothingFound}</p>
<p class="buttons"><a class="button ghost" href="${pathTo(blog.path, language)}">${language.labels.allArticles}</a></p></div>`

function result({ languages, language }: Site, item: BlogSearch['items'][number]): Html {
  const written = languages.all.find(({ tag }) => tag === item.language) ?? language
  const title = marked(item.title, item.title_matches)
  const href = item.path && pathTo(encodeURI(item.path), written)
  return html`<li${languageAttributes({ text: item.title, language: written }, language)}>
<h2>${href ? html`<a href="${href}">${title}</a>` : title}</h2>
${item.snippet && html`<p>${marked(item.snippet, item.snippet_matches)}</p>`}</li>`
}

/** The text with its matches in `<mark>`. */
function marked(text: string, ranges: readonly Range[]): Html[] {
  let end = 0
  const parts = ranges.map(([start, stop]) => {
    const part = html`${text.slice(end, start)}<mark>${text.slice(start, stop)}</mark>`
    end = stop
    return part
  })
  return [...parts, html`${text.slice(end)}`]
}

const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(query)}`
