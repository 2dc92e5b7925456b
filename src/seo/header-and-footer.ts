// What stands around the content of every page: header with the menu, footer with the company's data.

import { type Html, html } from './html.ts'
import { inLanguage, mediaSource, pathTo } from './page-links.ts'
import { paragraphs } from './page-parts.ts'
import type { Alternate } from './render-page.ts'
import type { MenuLink, Site } from './site-view.ts'

/** The deepest level of the menu that is shown. */
const LEVELS = 2

export const header = (site: Site, alternates: readonly Alternate[]): Html => {
  const { words } = site.language
  return html`<a class="skip" href="#content">${words.skip}</a>
<header class="site-header"><div class="bar">
<a class="brand" href="${inLanguage('/', site.language)}">${
    site.logo && html`<img src="${mediaSource(site.bases, site.logo.src)}" alt="" height="40">`
  }<span>${site.name}</span></a>
${
  site.header.length > 0 &&
  html`<input class="toggle" type="checkbox" id="menu-open" aria-label="${words.menu}"><label class="burger" for="menu-open" aria-hidden="true"><span></span></label>
<nav class="menu" aria-label="${words.menu}">${menuList(site.header, { level: 1, here: alternates[0]?.path ?? '' })}</nav>`
}
${otherLanguages(site, alternates)}
</div></header>`
}

export const footer = (site: Site): Html => {
  const { contact, language } = site
  const { words } = language
  const hasContact = contact.address || contact.phone || contact.email
  return html`<footer class="site-footer"><div class="columns">
<section><p class="brand">${site.name}</p>${paragraphs(site.footerText ?? site.tagline)}</section>
${
  hasContact &&
  html`<section><h2>${words.contact}</h2><address>${contact.address && html`<p>${contact.address}</p>`}${
    contact.phone &&
    html`<p><a href="tel:${contact.phone.replace(/[^\d+]/g, '')}" dir="ltr">${contact.phone}</a></p>`
  }${contact.email && html`<p><a href="mailto:${contact.email}" dir="ltr">${contact.email}</a></p>`}</address></section>`
}
<section class="links"><ul>${site.footer.map(menuLink)}${site.social.map(
    ({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`,
  )}<li><a href="${pathTo('/blog/feed.xml', language)}" type="application/atom+xml">${words.feed}</a></li></ul></section>
</div>${site.copyright && html`<p class="copyright">${site.copyright}</p>`}</footer>`
}

type Place = { level: number; here: string }

const menuList = (links: readonly MenuLink[], { level, here }: Place): Html =>
  html`<ul>${links.map(
    (link) =>
      html`<li>${anchor(link, here)}${
        link.below.length > 0 && level < LEVELS && menuList(link.below, { level: level + 1, here })
      }</li>`,
  )}</ul>`

const menuLink = (link: MenuLink) => html`<li>${anchor(link, '')}</li>`

const anchor = ({ url, label, newTab }: MenuLink, here: string) =>
  html`<a href="${url}"${newTab && html` target="_blank" rel="noopener"`}${current(url, here)}>${label}</a>`

// The page itself, or the list that it belongs to.
function current(url: string, here: string) {
  const [path, page] = [url, here].map((it) => it.replace(/[?#].*$/s, ''))
  if (!path || !page) return null
  if (path === page) return html` aria-current="page"`
  return path !== '/' && page.startsWith(`${path}/`) && html` aria-current="true"`
}

const otherLanguages = (site: Site, alternates: readonly Alternate[]) =>
  alternates
    .filter(({ language }) => language !== site.language)
    .map(
      ({ language, path }) =>
        html`<a class="language" href="${path}" hreflang="${language.tag}" lang="${language.tag}" dir="${language.direction}">${nameOf(language.tag)}</a>`,
    )

const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
