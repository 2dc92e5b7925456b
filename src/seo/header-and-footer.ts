// The header with the menu and the footer with contact details, the same on every page.
import { type Html, html } from './html.ts'
import { paragraphs } from './page-components.ts'
import { mediaSource, pathTo, withLanguage } from './page-links.ts'
import type { Alternate } from './render-page.ts'
import type { MenuLink, Site } from './site-view.ts'

const MAX_MENU_LEVELS = 2

export const header = (site: Site, alternates: readonly Alternate[]): Html => {
  const { labels } = site.language
  return html`<a class="skip" href="#content">${labels.skipToContent}</a>
<header class="site-header"><div class="bar">
<a class="brand" href="${withLanguage('/', site.language)}">${
    site.logo && html`<img src="${mediaSource(site.bases, site.logo.src)}" alt="" height="40">`
  }<span>${site.name}</span></a>
${
  site.header.length > 0 &&
  html`<input class="toggle" type="checkbox" id="menu-open" aria-label="${labels.menu}"><label class="burger" for="menu-open" aria-hidden="true"><span></span></label>
<nav class="menu" aria-label="${labels.menu}">${menuList(site.header, { level: 1, currentPath: alternates[0]?.path ?? '' })}</nav>`
}
${languageLinks(site, alternates)}
</div></header>`
}

export const footer = (site: Site): Html => {
  const { contact, language } = site
  const { labels } = language
  const hasContact = contact.address || contact.phone || contact.email
  return html`<footer class="site-footer"><div class="columns">
<section><p class="brand">${site.name}</p>${paragraphs(site.footerText ?? site.tagline)}</section>
${
  hasContact &&
  html`<section><h2>${labels.contact}</h2><address>${contact.address && html`<p>${contact.address}</p>`}${
    contact.phone &&
    html`<p><a href="tel:${contact.phone.replace(/[^\d+]/g, '')}" dir="ltr">${contact.phone}</a></p>`
  }${contact.email && html`<p><a href="mailto:${contact.email}" dir="ltr">${contact.email}</a></p>`}</address></section>`
}
<section class="links"><ul>${site.footer.map((link) => html`<li>${menuAnchor(link, '')}</li>`)}${site.social.map(
    ({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`,
  )}<li><a href="${pathTo('/blog/feed.xml', language)}" type="application/atom+xml">${labels.feed}</a></li></ul></section>
</div>${site.copyright && html`<p class="copyright">${site.copyright}</p>`}</footer>`
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
  html`<a href="${url}"${newTab && html` target="_blank" rel="noopener"`}${ariaCurrent(url, currentPath)}>${label}</a>`

/** `page` for the current page, `true` for the section that contains it. */
function ariaCurrent(url: string, currentPath: string) {
  const [path, page] = [url, currentPath].map((link) => link.replace(/[?#].*$/s, ''))
  if (!path || !page) return null
  if (path === page) return html` aria-current="page"`
  return path !== '/' && page.startsWith(`${path}/`) && html` aria-current="true"`
}

const languageLinks = (site: Site, alternates: readonly Alternate[]) =>
  alternates
    .filter(({ language }) => language !== site.language)
    .map(
      ({ language, path }) =>
        html`<a class="language" href="${path}" hreflang="${language.tag}" lang="${language.tag}" dir="${language.direction}">${displayName(language.tag)}</a>`,
    )

const displayName = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
