// The paged lists of articles and projects.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { html } from './html.ts'
import * as jsonLd from './json-ld.ts'
import { breadcrumb, storyCard, wholeNumber } from './page-components.ts'
import { pathTo, urlOf } from './page-links.ts'
import { countPages, PER_PAGE, pagination } from './pagination.ts'
import type { PageContent } from './render-page.ts'
import { searchForm } from './search-form.ts'
import type { MenuLink, Site } from './site-view.ts'
import { entriesInLanguage, type Section } from './stories.ts'
import { MAX_TITLE_LENGTH, shorten } from './text-excerpts.ts'

/** Page `page` (from 1) of a section's list; null past the last page. */
export function listPage(
  site: Site,
  view: SnapshotView,
  { section, page }: { section: Section; page: number },
): PageContent | null {
  const { language, languages } = site
  const { labels } = language
  const entries = entriesInLanguage(view, section, language)
  const pageCount = countPages(entries.length)
  if (page > pageCount) return null
  const offset = (page - 1) * PER_PAGE
  const stories = entries
    .slice(offset, offset + PER_PAGE)
    .map((entry) => section.toStory(view, entry, { languages, language, detail: 'summary' }))
  const head = site.pageHead(section.pageKey)
  const name = sectionName(site, section)
  const suffix = page > 1 ? ` – ${labels.page} ${wholeNumber(page, language.tag)}` : ''
  const withPageNumber = (text: string) => shorten(text, MAX_TITLE_LENGTH - suffix.length) + suffix
  const heading = withPageNumber(head.title ?? name)
  const description = head.description ?? head.lede ?? site.tagline
  const url = urlOf(site, section.path, page)
  const crumbs = [
    { name: labels.home, path: '/' },
    { name, path: section.path },
  ]
  return {
    meta: {
      title: head.title && heading,
      heading,
      description,
      canonical: url,
      noindex: head.noindex || (language.isEnglish && stories.length === 0),
      picture: head.image,
      article: null,
      graph: [
        jsonLd.collectionPage(site, { url, name: heading, description, stories, offset }),
        jsonLd.breadcrumbs(site, crumbs),
        ...jsonLd.siteGraph(site),
      ],
    },
    alternates: alternatesOf(site, view, { section, page, pageCount }),
    content: html`${breadcrumb(site, crumbs)}
<header class="list-head"><h1>${head.heading ?? head.title ?? name}</h1>${head.lede && html`<p class="lede">${head.lede}</p>`}${section.pageKey === 'blog' && searchForm(site)}</header>
${
  stories.length === 0
    ? html`<p class="empty">${labels.emptyList}</p>`
    : html`<ul class="cards">${stories.map((story, index) => storyCard(site, story, { headingLevel: 2, isEager: index === 0 }))}</ul>`
}
${pageCount > 1 && pagination(site, { page, pageCount, pathOf: (number) => pathTo(section.path, language, number) })}`,
  }
}

/** The section's label in the menu, or else its default label. */
export function sectionName({ header, language }: Site, { path, pageKey }: Section): string {
  const flatten = (links: readonly MenuLink[]): MenuLink[] =>
    links.flatMap((link) => [link, ...flatten(link.children)])
  const menuLink = flatten(header).find(({ url }) => url.replace(/[?#].*$/s, '') === path)
  return menuLink?.label ?? language.labels[pageKey]
}

type ListPage = { section: Section; page: number; pageCount: number }

/** This page, and the same page of the other language's list if that is long enough and not empty. */
function alternatesOf({ language, languages }: Site, view: SnapshotView, list: ListPage) {
  const { section, page, pageCount } = list
  return languages.all
    .filter((candidate) => {
      if (candidate === language) return page <= pageCount
      const { length } = entriesInLanguage(view, section, candidate)
      return length > 0 && page <= countPages(length)
    })
    .map((candidate) => ({ language: candidate, path: pathTo(section.path, candidate, page) }))
}
