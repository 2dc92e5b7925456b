// The content that all pages share, in one language: site name, menus, contact details and the SEO record of each page.

import { announcements } from '../../content/resources/announcements.ts'
import { contactInfo } from '../../content/resources/contact-info.ts'
import { heroes } from '../../content/resources/heroes.ts'
import { menu } from '../../content/resources/menu.ts'
import { redirects } from '../../content/resources/redirects.ts'
import { seoMeta } from '../../content/resources/seo-meta.ts'
import { siteSettings } from '../../content/resources/site-settings.ts'
import { socialLinks } from '../../content/resources/social-links.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import { textIn } from '../../text/content-language.ts'
import type { SitePage } from '../../text/site-pages.ts'
import { hasPath } from './existing-paths.ts'
import type { Language, Languages } from './language.ts'
import { type Bases, withLanguage } from './page-links.ts'
import { Placeholders } from './placeholders.ts'
import type { ImagePage } from './responsive-image.ts'
import * as record from './site-records.ts'
import type { Picture } from './stories.ts'

/** The resources that `readSite` reads, apart from those whose records have pages. */
export const siteResources = [
  siteSettings,
  menu,
  socialLinks,
  contactInfo,
  seoMeta,
  heroes,
  announcements,
  redirects,
]

export type MenuLink = { label: string; url: string; newTab: boolean; children: MenuLink[] }
export type Action = { label: string; url: string }
export type Announcement = { message: string; level: 'info' | 'success' | 'warning'; action: Action | null }

export type Site = ImagePage & {
  languages: Languages
  language: Language
  name: string
  tagline: string | null
  footerText: string | null
  copyright: string | null
  logo: Picture | null
  favicon: string | null
  /** Default image for link previews. */
  image: Picture | null
  /** `#rrggbb` or `#rgb`. */
  color: string | null
  header: MenuLink[]
  footer: MenuLink[]
  social: { platform: string; label: string; url: string }[]
  contact: Contact
  announcements: Announcement[]
  /** Whether the site has this page. */
  has(page: SitePage): boolean
  /** A link of a record in this language; null without one, and if it leads to a page of this site that does not exist. */
  linkTo(url: string | null): string | null
  /** The SEO record and hero of the page with this key. */
  pageHead(key: string): PageHead
}

export type Contact = {
  address: string | null
  hours: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  whatsapp: string | null
  telegram: string | null
  map: string | null
}

export type PageHead = {
  title: string | null
  description: string | null
  heading: string | null
  lede: string | null
  /** The image for link previews. */
  image: Picture | null
  /** The picture beside the heading. */
  picture: Picture | null
  actions: Action[]
  noindex: boolean
  /** Whether the SEO record or the hero has a title in this language. */
  isIn(language: Language): boolean
}

type Context = {
  bases: Bases
  languages: Languages
  language: Language
  pages: ReadonlySet<SitePage>
  /** Whether a frontend answers the paths that the service does not know. */
  hasFrontend: boolean
}

export function readSite(view: SnapshotView, context: Context): Site {
  const { bases, languages, language, pages } = context
  const settings: Partial<record.SiteSettings> =
    record.readAll<record.SiteSettings>(view, siteSettings)[0] ?? {}
  const name = languages.text(settings, 'site_name', language) ?? new URL(bases.url).hostname
  const linkTo = (url: string | null) =>
    url && hasPath(view, url, context) ? withLanguage(url, language) : null
  return {
    bases,
    languages,
    language,
    findImage: view.findImage,
    placeholders: new Placeholders(),
    name,
    tagline: languages.text(settings, 'tagline', language),
    footerText: languages.text(settings, 'footer_text', language),
    copyright: languages.text(settings, 'copyright', language),
    logo: settings.logo
      ? { src: settings.logo, alt: languages.text(settings, 'logo_alt', language) ?? name, title: null }
      : null,
    favicon: settings.favicon ?? null,
    image: settings.default_og_image ? { src: settings.default_og_image, alt: name, title: null } : null,
    color:
      settings.theme_color && /^#(?:[0-9a-f]{3}){1,2}$/i.test(settings.theme_color)
        ? settings.theme_color
        : null,
    ...readMenus(view, context, linkTo),
    social: record.readAll<record.SocialLink>(view, socialLinks).map((link) => ({
      platform: link.platform,
      label: languages.text(link, 'label', language) ?? link.platform,
      url: link.url,
    })),
    contact: readContact(view, context),
    announcements: readAnnouncements(view, context, linkTo),
    has: (page) => pages.has(page),
    linkTo,
    pageHead: (key) => readPageHead(view, context, { key, linkTo }),
  }
}

type LinkTo = Site['linkTo']

function readContact(view: SnapshotView, { languages, language }: Context): Contact {
  const contact: Partial<record.ContactInfo> = record.readAll<record.ContactInfo>(view, contactInfo)[0] ?? {}
  return {
    address: languages.text(contact, 'address', language),
    hours: languages.text(contact, 'working_hours', language),
    phone: contact.phone ?? null,
    mobile: contact.mobile ?? null,
    email: contact.email ?? null,
    whatsapp: contact.whatsapp ?? null,
    telegram: contact.telegram ?? null,
    map: mapLink(contact),
  }
}

type Located = { map_url?: string | null; latitude?: number | null; longitude?: number | null }

/** The map of a place: its own link, or else its coordinates on OpenStreetMap. */
export function mapLink({ map_url, latitude, longitude }: Located): string | null {
  if (map_url) return map_url
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** Menu entries without a page are left out, their children move up. */
function readMenus(view: SnapshotView, { languages, language }: Context, linkTo: LinkTo) {
  const items = record.readAll<record.MenuItem>(view, menu)
  const childrenOf = (parent: number | null, location: string): MenuLink[] =>
    items
      .filter((item) => item.parent_id === parent && item.location === location)
      .flatMap((item) => {
        const children = childrenOf(item.id, location)
        const url = linkTo(item.url)
        if (url === null) return children
        const label = languages.text(item, 'label', language) ?? item.label
        return [{ label, url, newTab: item.opens_new_tab, children }]
      })
  return { header: childrenOf(null, 'header'), footer: childrenOf(null, 'footer') }
}

const readAnnouncements = (view: SnapshotView, { languages, language }: Context, linkTo: LinkTo) =>
  record.readAll<record.Announcement>(view, announcements).map((announcement) => {
    const url = linkTo(announcement.link_url)
    return {
      message: languages.text(announcement, 'message', language) ?? announcement.message,
      level: announcement.level,
      action:
        url === null ? null : { url, label: languages.text(announcement, 'link_label', language) ?? url },
    }
  })

type Head = { key: string; linkTo: LinkTo }

function readPageHead(view: SnapshotView, { languages, language }: Context, { key, linkTo }: Head): PageHead {
  const meta: Partial<record.SeoMeta> =
    record.readAll<record.SeoMeta>(view, seoMeta).find(({ page_key }) => page_key === key) ?? {}
  const hero: Partial<record.Hero> =
    record.readAll<record.Hero>(view, heroes).find(({ page_key }) => page_key === key) ?? {}
  const action = (name: 'cta' | 'secondary_cta'): Action[] => {
    const label = languages.text(hero, `${name}_label`, language)
    const url = linkTo(hero[`${name}_url`] ?? null)
    return label && url ? [{ label, url }] : []
  }
  return {
    title: languages.text(meta, 'title', language),
    description: languages.text(meta, 'description', language),
    heading: languages.text(hero, 'title', language),
    lede: languages.text(hero, 'subtitle', language),
    image: meta.og_image
      ? { src: meta.og_image, alt: languages.text(meta, 'og_image_alt', language) ?? '', title: null }
      : null,
    picture: hero.image
      ? { src: hero.image, alt: languages.text(hero, 'image_alt', language) ?? '', title: null }
      : null,
    actions: [...action('cta'), ...action('secondary_cta')],
    noindex: meta.noindex ?? false,
    isIn: (candidate) => [meta, hero].some((texts) => textIn(texts, 'title', candidate) !== null),
  }
}
