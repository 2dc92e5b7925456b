// The paged lists of articles and projects.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { html } from './html.ts'
import * as jsonLd from './json-ld.ts'
import { breadcrumb, storyCard, wholeNumber } from './page-components.ts'
import { pathTo, urlOf } from './page-links.ts'
import type { PageContent } from './render-page.ts'
import type { MenuLink, Site } from './site-view.ts'
import { entriesInLanguage, type Section } from './stories.ts'
import { MAX_TITLE_LENGTH, shorten } from './text-excerpts.ts'

export const PER_PAGE = 12

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
<header class="list-head"><h1>${head.heading ?? head.title ?? name}</h1>${head.lede && html`<p class="lede">${head.lede}</p>`}</header>
${
  stories.length === 0
    ? html`<p class="empty">${labels.emptyList}</p>`
    : html`<ul class="cards">${stories.map((story) => storyCard(site, story, 2))}</ul>`
}
${pageCount > 1 && pagination(site, { path: section.path, page, pageCount })}`,
  }
}

/** The section's label in the menu, or else its default label. */
export function sectionName({ header, language }: Site, { path, pageKey }: Section): string {
  const flatten = (links: readonly MenuLink[]): MenuLink[] =>
    links.flatMap((link) => [link, ...flatten(link.children)])
  const menuLink = flatten(header).find(({ url }) => url.replace(/[?#].*$/s, '') === path)
  return menuLink?.label ?? language.labels[pageKey]
}

const countPages = (entryCount: number) => Math.max(1, Math.ceil(entryCount / PER_PAGE))

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

/** Links to the first, previous, next and last page, and the pages around this one. */
function pagination(
  { language }: Site,
  { path, page, pageCount }: { path: string; page: number; pageCount: number },
) {
  const { labels } = language
  const format = new Intl.NumberFormat(language.tag)
  const link = (target: number, text: string, rel: string | null) =>
    html`<li><a href="${pathTo(path, language, target)}"${rel && html` rel="${rel}"`}>${text}</a></li>`
  const numbers = [...new Set([1, page - 1, page, page + 1, pageCount])].filter(
    (number) => number >= 1 && number <= pageCount,
  )
  return html`<nav class="pagination" aria-label="${labels.pages}"><ul>${page > 1 && link(page - 1, labels.previous, 'prev')}${numbers.map(
    (number, index) =>
      html`${index > 0 && number - numbers[index - 1]! > 1 && html`<li aria-hidden="true">…</li>`}${
        number === page
          ? html`<li><span aria-current="page">${format.format(number)}</span></li>`
          : link(number, format.format(number), null)
      }`,
  )}${page < pageCount && link(page + 1, labels.next, 'next')}</ul></nav>`
}
