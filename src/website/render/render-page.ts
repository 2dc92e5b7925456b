// Renders a page: meta tags, header, content and footer in the template.
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { html, raw } from '../view/html.ts'
import type { Language } from '../view/language.ts'
import { mediaSource, toAbsolute } from '../view/page-links.ts'
import type { Site } from '../view/site-view.ts'
import { footer, header } from './header-and-footer.ts'
import { headTags, metaTags } from './meta-tags.ts'
import type { PageContent } from './page-content.ts'
import type { Template } from './page-template.ts'
import { mainFont } from './web-fonts.ts'

/** A page to be sent; `policy` is its Content-Security-Policy. */
export type Page = { body: EncodedBody; language: Language; policy: string }

/** `head`: its `HeadTags` as JSON. */
export type RenderedPage = Page & { head: EncodedBody }

export function renderPage(site: Site, template: Template, page: PageContent): RenderedPage {
  const { meta, alternates, content } = page
  const style = template.builtIn && site.color ? `:root{--brand:${site.color}}` : null
  // The body is rendered before the head, which has the styles of its placeholders.
  const body = html`${header(site, page)}
<main id="content">${content}</main>
${footer(site, page)}`.toString()
  const styles = [style, site.placeholders.css].filter((text) => text !== null && text !== '') as string[]
  const hrefs = alternates.map(({ language, path }) => ({ language, href: site.bases.url + path }))
  const tags = headTags(site, { ...meta, alternates: hrefs.length > 1 ? hrefs : [] })
  const head = html`${metaTags(site, tags)}
${template.builtIn && html`${fontPreload(site)}${icon(site)}`}${styles.map((text) => html`<style>${raw(text)}</style>`)}`
  const document = template.fill({
    language: site.language,
    head: head.toString(),
    content: body,
  })
  return {
    body: toBody(document),
    head: toBody(JSON.stringify(tags)),
    language: site.language,
    policy: template.policy(styles),
  }
}

const toBody = (text: string) => new EncodedBody(Buffer.from(text) as Buffer<ArrayBuffer>)

const fontPreload = ({ language }: Site) =>
  html`<link rel="preload" href="${mainFont(language).path}" as="font" type="font/woff2" crossorigin>\n`

// Browsers request /favicon.ico if there is no icon.
const icon = (site: Site) => {
  const source = site.favicon ?? site.logo?.src ?? null
  const href = source && toAbsolute(site.bases, source) ? mediaSource(site.bases, source) : 'data:,'
  return html`<link rel="icon" href="${href}">
${site.color && html`<meta name="theme-color" content="${site.color}">\n`}`
}
