// What every page of the site shares, in one language: its name, menu, contact data, and each page's own SEO record.
import { contactInfo } from '../content/resources/contact-info.ts'
import { heroes } from '../content/resources/heroes.ts'
import { menu } from '../content/resources/menu.ts'
import { seoMeta } from '../content/resources/seo-meta.ts'
import { siteSettings } from '../content/resources/site-settings.ts'
import { socialLinks } from '../content/resources/social-links.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import type { Language, Languages } from './language.ts'
import { type Bases, inLanguage } from './page-links.ts'
import * as record from './site-records.ts'
import type { Picture } from './stories.ts'

/** The resources that `readSite` reads. */
export const siteResources = [siteSettings, menu, socialLinks, contactInfo, seoMeta, heroes]

export type MenuLink = { label: string; url: string; newTab: boolean; below: MenuLink[] }

export type Site = {
  bases: Bases
  languages: Languages
  language: Language
  name: string
  tagline: string | null
  footerText: string | null
  copyright: string | null
  logo: Picture | null
  favicon: string | null
  image: Picture | null
  /** `#rrggbb` or `#rgb`. */
  color: string | null
  header: MenuLink[]
  footer: MenuLink[]
  social: { label: string; url: string }[]
  contact: { address: string | null; phone: string | null; email: string | null }
  /** What stands above a page's list and in its head. */
  pageHead(key: string): PageHead
}

export type PageHead = {
  title: string | null
  description: string | null
  heading: string | null
  lede: string | null
  image: Picture | null
  noindex: boolean
}

type Context = { bases: Bases; languages: Languages; language: Language }

export function readSite(view: SnapshotView, { bases, languages, language }: Context): Site {
  const all = <Record>(resource: (typeof siteResources)[number]) =>
    view.entries(resource).map((entry) => record.whole<Record>(entry))
  const settings: Partial<record.SiteSettings> = all<record.SiteSettings>(siteSettings)[0] ?? {}
  const contact: Partial<record.ContactInfo> = all<record.ContactInfo>(contactInfo)[0] ?? {}
  const items = all<record.MenuItem>(menu)
  const name = languages.text(settings, 'site_name', language) ?? new URL(bases.url).hostname
  const linksBelow = (parent: number | null, location: string): MenuLink[] =>
    items
      .filter((item) => item.parent_id === parent && item.location === location)
      .map((item) => ({
        label: languages.text(item, 'label', language) ?? item.label,
        url: inLanguage(item.url, language),
        newTab: item.opens_new_tab,
        below: linksBelow(item.id, location),
      }))
  return {
    bases,
    languages,
    language,
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
    header: linksBelow(null, 'header'),
    footer: linksBelow(null, 'footer'),
    social: all<record.SocialLink>(socialLinks).map((link) => ({
      label: languages.text(link, 'label', language) ?? link.platform,
      url: link.url,
    })),
    contact: {
      address: languages.text(contact, 'address', language),
      phone: contact.phone ?? null,
      email: contact.email ?? null,
    },
    pageHead(key) {
      const meta: Partial<record.SeoMeta> =
        all<record.SeoMeta>(seoMeta).find((it) => it.page_key === key) ?? {}
      const hero: Partial<record.Hero> = all<record.Hero>(heroes).find((it) => it.page_key === key) ?? {}
      const image = meta.og_image ?? null
      return {
        title: languages.text(meta, 'title', language),
        description: languages.text(meta, 'description', language),
        heading: languages.text(hero, 'title', language),
        lede: languages.text(hero, 'subtitle', language),
        image: image
          ? { src: image, alt: languages.text(meta, 'og_image_alt', language) ?? '', title: null }
          : null,
        noindex: meta.noindex ?? false,
      }
    },
  }
}
