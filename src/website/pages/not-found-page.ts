// The pages for addresses that do not exist, for failures, and with a few sentences for the visitor.

import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { type PageKey, pathOfPage } from '../../text/site-pages.ts'
import { hiddenMeta, type PageContent } from '../render/page-content.ts'
import type { Template } from '../render/page-template.ts'
import type { Page } from '../render/render-page.ts'
import { type Html, html } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { pathTo } from '../view/page-links.ts'
import { pageName } from '../view/page-name.ts'
import type { Site } from '../view/site-view.ts'
import { languageLinks } from './site-page.ts'

const WAYS = ['home', 'services', 'projects', 'blog', 'contact'] as const satisfies PageKey[]

/** The 404 page: the same for every path, so it is rendered once and never echoes the requested path. */
export const notFoundPage = (site: Site): PageContent => {
  const { labels } = site.language
  return statusPage(site, 404, { title: labels.notFound, hint: labels.notFoundHint })
}

/** The page for a request that failed with this status. */
export const errorPage = (site: Site, status: number): PageContent => {
  const { labels } = site.language
  return statusPage(site, status, { title: labels.errorTitle, hint: labels.errorHint })
}

/** The same without the site's name, menu and footer, which come from the database. */
export function plainErrorPage(
  template: Template,
  { status, language }: { status: number; language: Language },
): Page {
  const { labels } = language
  const document = template.fill({
    language,
    head: html`<title>${labels.errorTitle}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">`.toString(),
    content:
      html`<main id="content">${statusText(language, status, { title: labels.errorTitle, hint: labels.errorHint })}</main>`.toString(),
  })
  const body = new EncodedBody(Buffer.from(document) as Buffer<ArrayBuffer>)
  return { body, language, policy: template.policy([]) }
}

type Texts = { title: string; hint: string }

const statusText = (language: Language, status: number, { title, hint }: Texts, after?: Html) =>
  html`<div class="wrap page"><section class="not-found"><p class="kicker">${new Intl.NumberFormat(language.tag).format(status)}</p>
<h1>${title}</h1><p class="lede">${hint}</p>${after}</section></div>`

function statusPage(site: Site, status: number, texts: Texts): PageContent {
  const { language } = site
  const ways: Html[] = WAYS.filter((page) => site.has(page)).map(
    (page) => html`<li><a href="${pathTo(pathOfPage(page), language)}">${pageName(site, page)}</a></li>`,
  )
  return {
    meta: hiddenMeta(texts.title),
    alternates: [],
    languageLinks: languageLinks(site, '/'),
    content: statusText(language, status, texts, html`<ul class="ways">${ways}</ul>`),
  }
}

export type NoticeTexts = {
  heading: string
  sentences: readonly string[]
  /** A button that posts to `action`, a path. */
  button?: { action: string; label: string }
}

/** A page with a few sentences for the visitor, hidden from search engines. */
export const noticePage = (site: Site, { heading, sentences, button }: NoticeTexts): PageContent => ({
  meta: hiddenMeta(heading),
  alternates: [],
  languageLinks: languageLinks(site, '/'),
  content: html`<div class="wrap page"><section class="not-found"><h1>${heading}</h1>
${sentences.map((sentence) => html`<p class="lede">${sentence}</p>`)}${
  button &&
  html`<form class="buttons" method="post" action="${button.action}"><button class="button">${button.label}</button></form>`
}</section></div>`,
})
