// The common parts of all pages: head, breadcrumb and hero from the SEO record and the hero of the page.
import type { Thing } from 'schema-dts'
import { type PageKey, pathOfPage } from '../../text/site-pages.ts'
import * as jsonLd from '../render/json-ld.ts'
import type { Meta } from '../render/meta-tags.ts'
import { breadcrumb, buttons } from '../render/page-components.ts'
import type { Alternate, PageContent } from '../render/page-content.ts'
import { pageImage } from '../render/page-image.ts'
import { type Html, html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo, urlOf } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import type { PageHead, Site } from '../view/site-view.ts'

/** The pages from the home page to this one. */
export const crumbsTo = (site: Site, page: PageKey): jsonLd.Crumb[] => [
  { name: pageName(site, 'home'), path: '/' },
  ...(page === 'home' ? [] : [{ name: pageName(site, page), path: pathOfPage(page) }]),
]

/** The structured data of a page that exists once. */
export const describe = (site: Site, page: PageKey, head: PageHead) => ({
  url: urlOf(site, pathOfPage(page)),
  name: head.title ?? pageName(site, page),
  description: head.description,
})

/** The addresses of a page that exists in these languages; in another one it points to the primary one. */
export function addressesOf(site: Site, path: string, pageLanguages: readonly Language[]) {
  const { language, languages } = site
  const canonicalLanguage = pageLanguages.includes(language) ? language : languages.primary
  return {
    canonical: urlOf({ ...site, language: canonicalLanguage }, path),
    alternates: pageLanguages.map((candidate) => ({ language: candidate, path: pathTo(path, candidate) })),
  }
}

type Options = {
  head: PageHead
  /** Whether the page has content in this language, apart from its head. */
  isIn(language: Language): boolean
  graph: Thing[]
  content: Html
}

/** A page that exists once: its metadata, and the languages that it exists in. */
export function sitePage(site: Site, page: PageKey, { head, isIn, graph, content }: Options): PageContent {
  const path = pathOfPage(page)
  const pageLanguages = site.languages.ofPage((candidate) => head.isIn(candidate) || isIn(candidate))
  const { canonical, alternates } = addressesOf(site, path, pageLanguages)
  const crumbs = crumbsTo(site, page)
  const meta: Omit<Meta, 'alternates'> = {
    title: head.title,
    heading: page === 'home' ? (site.tagline ?? site.name) : (head.heading ?? pageName(site, page)),
    description: head.description ?? head.lede ?? site.tagline,
    canonical,
    noindex: head.noindex,
    picture: head.image ?? head.picture,
    article: null,
    graph: [
      ...graph,
      ...(crumbs.length > 1 ? [jsonLd.breadcrumbs(site, crumbs)] : []),
      ...jsonLd.siteGraph(site),
    ],
  }
  return {
    meta,
    alternates,
    languageLinks: languageLinks(site, path),
    content,
  }
}

/** The targets of the language switch: the page in every language, or another one if it is not translated into all. */
export const languageSwitch = (
  site: Site,
  { path, languages, instead }: { path: string; languages: readonly Language[]; instead: string },
): Alternate[] => languageLinks(site, languages.length === site.languages.all.length ? path : instead)

/** The same path in every language. */
export const languageLinks = ({ languages }: Site, path: string): Alternate[] =>
  languages.all.map((language) => ({ language, path: pathTo(path, language) }))

type Hero = { head: PageHead; title: string; lede: string | null; isHome?: boolean; extra?: Html }

/** The top of a page: breadcrumb, heading, introduction, actions and picture. */
export function hero(site: Site, crumbs: readonly jsonLd.Crumb[], options: Hero): Html {
  const { head, title, lede, isHome = false, extra } = options
  return html`<header class="${isHome ? 'hero home' : 'hero'}"><div class="wrap"><div>${
    crumbs.length > 1 && breadcrumb(site, crumbs)
  }
<h1>${title}</h1>${lede && html`<p class="lede">${lede}</p>`}${buttons(head.actions)}${extra}</div>${
    head.picture &&
    html`<figure>${pageImage(site, head.picture, { sizes: '(min-width: 56rem) 34rem, 92vw', ratio: '4x3', isMain: true })}</figure>`
  }</div></header>`
}

/** The hero of a page with its own texts, or else its name. */
export const pageHero = (site: Site, page: PageKey, head: PageHead, extra?: Html): Html =>
  hero(site, crumbsTo(site, page), {
    head,
    title: head.heading ?? head.title ?? pageName(site, page),
    lede: head.lede ?? head.description,
    ...(extra && { extra }),
  })
