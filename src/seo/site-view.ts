// The content that all pages share, in one language: site name, menus, contact details and the SEO record of each page.
import { contactInfo } from '../content/resources/contact-info.ts'
import { heroes } from '../content/resources/heroes.ts'
import { menu } from '../content/resources/menu.ts'
import { seoMeta } from '../content/resources/seo-meta.ts'
import { siteSettings } from '../content/resources/site-settings.ts'
import { socialLinks } from '../content/resources/social-links.ts'
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import type { Language, Languages } from './language.ts'
import { type Bases, withLanguage } from './page-links.ts'
import { Placeholders } from './placeholders.ts'
import type { ImagePage } from './responsive-image.ts'
import * as record from './site-records.ts'
import type { Picture } from './stories.ts'

/** The resources that `readSite` reads. */
export const siteResources = [siteSettings, menu, socialLinks, contactInfo, seoMeta, heroes]

export type MenuLink = { label: string; url: string; newTab: boolean; children: MenuLink[] }

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
  social: { label: string; url: string }[]
  contact: { address: string | null; phone: string | null; email: string | null }
  /** The SEO record and hero of the page with this key. */
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

export function readSite(view: SnapshotView, context: Context): Site {
  const { bases, languages, language } = context
  const settings: Partial<record.SiteSettings> = readAll<record.SiteSettings>(view, siteSettings)[0] ?? {}
  const contact: Partial<record.ContactInfo> = readAll<record.ContactInfo>(view, contactInfo)[0] ?? {}
  const menuItems = readAll<record.MenuItem>(view, menu)
  const name = languages.text(settings, 'site_name', language) ?? new URL(bases.url).hostname
  return {
    ...context,
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
    header: menuTree(menuItems, 'header', context),
    footer: menuTree(menuItems, 'footer', context),
    social: readAll<record.SocialLink>(view, socialLinks).map((link) => ({
      label: languages.text(link, 'label', language) ?? link.platform,
      url: link.url,
    })),
    contact: {
      address: languages.text(contact, 'address', language),
      phone: contact.phone ?? null,
      email: contact.email ?? null,
    },
    pageHead: (key) => readPageHead(view, context, key),
  }
}

const readAll = <Record>(view: SnapshotView, resource: (typeof siteResources)[number]) =>
  view.entries(resource).map((entry) => record.readRecord<Record>(entry))

function menuTree(
  items: readonly record.MenuItem[],
  location: string,
  { languages, language }: Context,
): MenuLink[] {
  const childrenOf = (parent: number | null): MenuLink[] =>
    items
      .filter((item) => item.parent_id === parent && item.location === location)
      .map((item) => ({
        label: languages.text(item, 'label', language) ?? item.label,
        url: withLanguage(item.url, language),
        newTab: item.opens_new_tab,
        children: childrenOf(item.id),
      }))
  return childrenOf(null)
}

function readPageHead(view: SnapshotView, { languages, language }: Context, key: string): PageHead {
  const meta: Partial<record.SeoMeta> =
    readAll<record.SeoMeta>(view, seoMeta).find(({ page_key }) => page_key === key) ?? {}
  const hero: Partial<record.Hero> =
    readAll<record.Hero>(view, heroes).find(({ page_key }) => page_key === key) ?? {}
  return {
    title: languages.text(meta, 'title', language),
    description: languages.text(meta, 'description', language),
    heading: languages.text(hero, 'title', language),
    lede: languages.text(hero, 'subtitle', language),
    image: meta.og_image
      ? { src: meta.og_image, alt: languages.text(meta, 'og_image_alt', language) ?? '', title: null }
      : null,
    noindex: meta.noindex ?? false,
  }
}
