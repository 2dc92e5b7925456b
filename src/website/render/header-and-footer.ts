// The header with the menu and the footer with contact details, the same on every page.
import { withoutQuery } from '../../text/trim-end.ts'

import { newsletterForm } from '../forms/newsletter-form.ts'
import { headerSearch } from '../forms/search-form.ts'
import { type Html, html, raw } from '../view/html.ts'
import { pathTo, withLanguage } from '../view/page-links.ts'
import { logoImage } from '../view/responsive-image.ts'
import type { MenuLink, Site } from '../view/site-view.ts'
import { emailLink, paragraphs, phoneLink } from './page-components.ts'
import type { Alternate, PageContent } from './page-content.ts'

const MAX_MENU_LEVELS = 2

type Page = Pick<PageContent, 'alternates' | 'languageLinks'>

export const header = (site: Site, page: Page): Html => {
  const { labels } = site.language
  const currentPath = page.alternates[0]?.path ?? ''
  return html`<a class="skip" href="#content">${labels.skipToContent}</a>
${
  site.announcements.length > 0 &&
  html`<section aria-label="${labels.announcements}">${site.announcements.map(
    ({ message, level, action }) =>
      html`<div class="announcement ${level}"><p class="wrap"><span>${message}</span>${action && html`<a href="${action.url}">${action.label}</a>`}</p></div>`,
  )}</section>\n`
}<header class="site-header"><div class="wrap bar">
${brand(site)}
${
  site.header.length > 0 &&
  html`<input class="toggle" type="checkbox" id="menu-open" aria-label="${labels.menu}"><label class="burger" for="menu-open" aria-hidden="true"><span></span></label>
<nav class="menu" aria-label="${labels.menu}">${menuList(site.header, { level: 1, currentPath })}</nav>`
}
${headerSearch(site)}${languageSwitch(site, page)}
</div></header>`
}

/** The logo, or else the first letter of the name, and the name. */
const brand = (site: Site) =>
  html`<a class="brand" href="${pathTo('/', site.language)}">${
    site.logo
      ? logoImage(site, { url: site.logo.src, height: 40 })
      : html`<span class="monogram" aria-hidden="true">${[...site.name.trim()][0]}</span>`
  }<span>${site.name}</span></a>`

export const footer = (site: Site, { newsletter }: Pick<PageContent, 'newsletter'>): Html => {
  const { contact, language } = site
  const { labels } = language
  const hasContact = contact.address || contact.phone || contact.email
  return html`<footer class="site-footer"><div class="wrap columns">
<section><p class="brand">${site.name}</p>${paragraphs(site.footerText ?? site.tagline)}</section>
${
  hasContact &&
  html`<section><h2>${labels.contact}</h2><address>${contact.address && html`<p>${contact.address}</p>`}${
    contact.phone && html`<p>${phoneLink(contact.phone)}</p>`
  }${contact.email && html`<p>${emailLink(contact.email)}</p>`}</address></section>`
}
<section class="links"><h2>${labels.links}</h2><ul>${site.footer.map((link) => html`<li>${menuAnchor(link, '')}</li>`)}${site.social.map(
    ({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`,
  )}${
    site.has('blog') &&
    html`<li><a href="${pathTo('/blog/feed.xml', language)}" type="application/atom+xml">${labels.feed}</a></li>`
  }</ul></section>
${
  site.has('contact') &&
  html`<section><h2>${labels.newsletter}</h2>${newsletterForm(newsletter ?? { language })}</section>`
}
</div>${site.copyright && html`<div class="wrap"><div class="copyright"><p>${site.copyright}</p></div></div>`}</footer>`
}

type MenuPosition = { level: number; currentPath: string }

const menuList = (links: readonly MenuLink[], { level, currentPath }: MenuPosition): Html =>
  html`<ul>${links.map(
    (link) =>
      html`<li>${menuAnchor(link, currentPath)}${
        link.children.length > 0 &&
        level < MAX_MENU_LEVELS &&
        menuList(link.children, { level: level + 1, currentPath })
      }</li>`,
  )}</ul>`

const menuAnchor = ({ url, label, newTab }: MenuLink, currentPath: string) =>
  html`<a href="${url}"${newTab && raw(' target="_blank" rel="noopener"')}${ariaCurrent(url, currentPath)}>${label}</a>`

/** `page` for the current page, `true` for the section that contains it. */
function ariaCurrent(url: string, currentPath: string) {
  const [path, page] = [url, currentPath].map((link) => withoutQuery(link))
  if (!path || !page) return null
  if (path === page) return raw(' aria-current="page"')
  return path !== '/' && page.startsWith(`${path}/`) && raw(' aria-current="true"')
}

/** Links to the page in the other languages, or to the place that stands for it where there is no such page. */
const languageSwitch = (site: Site, { alternates, languageLinks }: Page) =>
  site.languages.all
    .filter((language) => language !== site.language)
    .map((language) => {
      const find = (links: readonly Alternate[]) => links.find((link) => link.language === language)
      const path = (find(alternates) ?? find(languageLinks))?.path ?? withLanguage('/', language)
      return html`<a class="language" href="${path}" hreflang="${language.tag}" lang="${language.tag}" dir="${language.direction}">${displayName(language.tag)}</a>`
    })

const displayName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
