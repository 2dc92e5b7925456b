// The results of a search: of the whole website at `/search`, of the articles at `/blog?q=`.

import { SEARCH_PATH } from '../../text/site-pages.ts'
import { searchForm } from '../forms/search-form.ts'
import * as jsonLd from '../render/json-ld.ts'
import { languageAttributes, wholeNumber } from '../render/page-components.ts'
import { hiddenMeta, type PageContent } from '../render/page-content.ts'
import { countPages, pagination } from '../render/pagination.ts'
import { pagedResources } from '../view/existing-paths.ts'
import { type Html, html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import type { Site } from '../view/site-view.ts'
import { blog } from '../view/stories.ts'
import { crumbsTo, hero } from './site-page.ts'

type Range = readonly [start: number, end: number]

export type SearchArea = 'site' | 'blog'

/**
 * One page of hits, none for an empty query; `type` is the name of the resource, `path` is not percent-encoded, ranges are
 * UTF-16 units, end exclusive.
 */
export type SearchResults = {
  area: SearchArea
  query: string
  page: number
  total: number
  items: readonly {
    type: string
    language: string
    title: string
    title_matches: readonly Range[]
    path: string | null
    snippet: string
    snippet_matches: readonly Range[]
  }[]
}

/** Null past the last page. */
export function searchPage(
  site: Site,
  { area, query, page, total, items }: SearchResults,
): PageContent | null {
  const { language, languages } = site
  const { labels } = language
  const pageCount = countPages(total)
  if (page > pageCount) return null
  const path = area === 'blog' ? blog.path : SEARCH_PATH
  const crumbs = [...crumbsTo(site, area === 'blog' ? 'blog' : 'home'), { name: labels.search, path }]
  const head = { ...site.pageHead(area), actions: [], picture: null }
  const lede =
    query && `${area === 'blog' ? labels.found : labels.searchResults}: ${wholeNumber(total, language.tag)}`
  const pathOf = (candidate: Language, number: number) => withQuery(pathTo(path, candidate, number), query)
  return {
    meta: hiddenMeta(query ? `${labels.search}: ${query}` : labels.search, jsonLd.siteGraph(site)),
    alternates: languages.all.map((candidate) => ({ language: candidate, path: pathOf(candidate, 1) })),
    languageLinks: [],
    content: html`${hero(site, crumbs, { head, title: labels.search, lede, extra: searchForm(site, path, query) })}
${
  query &&
  html`<div class="wrap page">${items.length > 0 ? html`<ul class="results">${items.map((item) => result(site, item, area))}</ul>` : nothing(site, area)}
${pageCount > 1 && pagination(site, { page, pageCount, pathOf: (number) => pathOf(language, number) })}</div>`
}`,
  }
}

const nothing = ({ language }: Site, area: SearchArea) =>
  area === 'blog'
    ? html`<div class="empty"><p>${language.labels.nothingFound}</p>
<p class="buttons"><a class="button ghost" href="${pathTo(blog.path, language)}">${language.labels.allArticles}</a></p></div>`
    : html`<p class="empty">${language.labels.noResults}</p>`

function result(site: Site, item: SearchResults['items'][number], area: SearchArea): Html {
  const { languages, language } = site
  const written = languages.all.find(({ tag }) => tag === item.language) ?? language
  const title = marked(item.title, item.title_matches)
  // FAQs have no pages of their own.
  const href = item.path === null ? `${pathTo('/', written)}#faq` : pathTo(encodeURI(item.path), written)
  const isForeign = written !== language
  return html`<li${languageAttributes({ text: item.title, language: written }, language)}>${
    area === 'site' &&
    html`<p class="kicker"${isForeign && html` lang="${language.tag}"`}>${kindOf(site, item.type)}</p>`
  }
<h2><a href="${href}">${title}</a></h2>
${item.snippet && html`<p>${marked(item.snippet, item.snippet_matches)}</p>`}</li>`
}

/** The part of the website that a hit is in. */
function kindOf(site: Site, type: string): string {
  const { labels } = site.language
  const part = pagedResources.find(({ resource }) => resource.name === type)?.page
  if (part === undefined) return labels.questions
  return part === 'pages' ? labels.pages : pageName(site, part)
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
  query ? `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(query)}` : path
