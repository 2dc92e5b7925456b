// Renders a page: meta tags, header, content and footer in the template.
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import type { FormView } from '../forms/form-field.ts'
import { type Html, html, raw } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { mediaSource, toAbsolute } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { footer, header } from './header-and-footer.ts'
import { type Meta, metaTags } from './meta-tags.ts'
import type { Template } from './page-template.ts'
import { mainFont } from './web-fonts.ts'

/** The path of the same page in one of its languages. */
export type Alternate = { language: Language; path: string }

/** What each kind of page provides. */
export type PageContent = {
  meta: Omit<Meta, 'alternates'>
  /** Every language the page exists in, this one included; empty for the 404 page. */
  alternates: readonly Alternate[]
  /** Where the visitor switches to a language that is not among `alternates`. */
  languageLinks: readonly Alternate[]
  /** The inner HTML of `<main>`. */
  content: Html
  /** The newsletter form that was sent; otherwise it is empty. */
  newsletter?: FormView
}

/** A rendered page; `policy` is its Content-Security-Policy. */
export type Page = { body: EncodedBody; language: Language; policy: string }

export function renderPage(site: Site, template: Template, page: PageContent): Page {
  const { meta, alternates, content } = page
  const style = template.builtIn && site.color ? `:root{--brand:${site.color}}` : null
  // Rendered before the head, which has the styles of their placeholders.
  const body = html`${header(site, page)}
<main id="content">${content}</main>
${footer(site, page)}`.toString()
  const styles = [style, site.placeholders.css].filter((text) => text !== null && text !== '') as string[]
  const hrefs = alternates.map(({ language, path }) => ({ language, href: site.bases.url + path }))
  const head = html`${metaTags(site, { ...meta, alternates: hrefs.length > 1 ? hrefs : [] })}
${template.builtIn && html`${fontPreload(site)}${icon(site)}`}${styles.map((text) => html`<style>${raw(text)}</style>`)}`
  const document = template.fill({
    language: site.language,
    head: head.toString(),
    content: body,
  })
  return {
    body: new EncodedBody(Buffer.from(document) as Buffer<ArrayBuffer>),
    language: site.language,
    policy: template.policy(styles),
  }
}

const fontPreload = ({ language }: Site) =>
  html`<link rel="preload" href="${mainFont(language).path}" as="font" type="font/woff2" crossorigin>\n`

// Without an icon, browsers request /favicon.ico.
const icon = (site: Site) => {
  const source = site.favicon ?? site.logo?.src ?? null
  const href = source && toAbsolute(site.bases, source) ? mediaSource(site.bases, source) : 'data:,'
  return html`<link rel="icon" href="${href}">
${site.color && html`<meta name="theme-color" content="${site.color}">\n`}`
}
