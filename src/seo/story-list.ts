// The lists of articles and of projects, in pages.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { html } from './html.ts'
import * as jsonLd from './json-ld.ts'
import { addressOf } from './meta-tags.ts'
import { pathTo } from './page-links.ts'
import { breadcrumb, storyCard, wholeNumber } from './page-parts.ts'
import { shorten, TITLE_LENGTH } from './plain-text-lengths.ts'
import type { Draft } from './render-page.ts'
import type { MenuLink, Site } from './site-view.ts'
import { listed, type Section } from './stories.ts'

export const PER_PAGE = 12

/** The draft of a list's page, or null where the list has no such page. */
export function listPage(
  site: Site,
  view: SnapshotView,
  { section, page }: { section: Section; page: number },
): Draft | null {
  const { language, languages } = site
  const { words } = language
  const entries = listed(view, section, language)
  const pages = pagesOf(entries.length)
  if (page > pages) return null
  const shown = entries
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map((entry) => section.story(view, entry, { languages, language, part: 'summary' }))
  const head = site.pageHead(section.pageKey)
  const name = sectionName(site, section)
  const number = page > 1 ? ` – ${words.page} ${wholeNumber(page, language.tag)}` : ''
  const numbered = (text: string) => shorten(text, TITLE_LENGTH - number.length) + number
  const heading = head.heading ?? head.title ?? name
  const url = addressOf(site, section.path, page)
  const crumbs = [
    { name: words.home, path: '/' },
    { name, path: section.path },
  ]
  const alternates = languages.all
    .filter((it) => page <= (it === language ? pages : translated(listed(view, section, it).length)))
    .map((it) => ({ language: it, path: pathTo(section.path, it, page) }))
  const description = head.description ?? head.lede ?? site.tagline
  return {
    meta: {
      title: head.title && numbered(head.title),
      heading: numbered(head.title ?? name),
      description,
      canonical: url,
      noindex: head.noindex || (language.english && shown.length === 0),
      picture: head.image,
      article: null,
      graph: [
        jsonLd.collectionPage(site, {
          url,
          name: numbered(head.title ?? name),
          description,
          stories: shown,
          offset: (page - 1) * PER_PAGE,
        }),
        jsonLd.breadcrumbs(site, crumbs),
        ...jsonLd.siteGraph(site),
      ],
    },
    alternates,
    content: html`${breadcrumb(site, crumbs)}
<header class="list-head"><h1>${heading}</h1>${head.lede && html`<p class="lede">${head.lede}</p>`}</header>
${
  shown.length === 0
    ? html`<p class="empty">${words.empty}</p>`
    : html`<ul class="cards">${shown.map((story) => storyCard(site, story, 2))}</ul>`
}
${pages > 1 && pagination(site, { path: section.path, page, pages })}`,
  }
}

/** What the menu calls the section. */
export function sectionName({ header, language }: Site, { path, pageKey }: Section): string {
  const inMenu = (links: readonly MenuLink[]): MenuLink[] =>
    links.flatMap((link) => [link, ...inMenu(link.below)])
  const entry = inMenu(header).find(({ url }) => url.replace(/[?#].*$/s, '') === path)
  return entry?.label ?? language.words[pageKey]
}

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PER_PAGE))

// An empty list is no translation of one that is not.
const translated = (total: number) => (total === 0 ? 0 : pagesOf(total))

function pagination(
  { language }: Site,
  { path, page, pages }: { path: string; page: number; pages: number },
) {
  const { words } = language
  const format = new Intl.NumberFormat(language.tag)
  const link = (target: number, text: string, rel: string | null) =>
    html`<li><a href="${pathTo(path, language, target)}"${rel && html` rel="${rel}"`}>${text}</a></li>`
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])].filter((it) => it >= 1 && it <= pages)
  return html`<nav class="pagination" aria-label="${words.pages}"><ul>${page > 1 && link(page - 1, words.previous, 'prev')}${numbers.map(
    (number, index) =>
      html`${index > 0 && number - numbers[index - 1]! > 1 && html`<li aria-hidden="true">…</li>`}${
        number === page
          ? html`<li><span aria-current="page">${format.format(number)}</span></li>`
          : link(number, format.format(number), null)
      }`,
  )}${page < pages && link(page + 1, words.next, 'next')}</ul></nav>`
}
