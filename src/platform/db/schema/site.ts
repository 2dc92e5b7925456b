// Site-wide content: settings, contact data, navigation, SEO records, heroes, redirects, pages.
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import {
  coordinates,
  hidden,
  image,
  instant,
  ordered,
  publicSlug,
  record,
  requiredText,
  singleton,
  texts,
} from './shared-columns.ts'

export const siteSettings = pgTable(
  'site_settings',
  {
    ...singleton(),
    ...texts('site_name', 'tagline', 'footer_text', 'copyright'),
    ...image('logo'),
    favicon: text(),
    default_og_image: text(),
    theme_color: text(),
    /** Addresses that are told of new contact messages, separated by commas; not public. */
    contact_notify: text(),
    blog_order: text({ enum: ['newest', 'position'] })
      .notNull()
      .default('newest'),
  },
  (table) => [check('site_settings_single', sql`${table.id} = 1`)],
)

export const seoMeta = pgTable('seo_meta', {
  ...record(),
  ...hidden(),
  page_key: text().notNull().unique(),
  ...texts('title', 'description'),
  ...image('og_image'),
  noindex: boolean().notNull().default(false),
})

export const menu = pgTable(
  'menu',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('label'),
    url: text().notNull(),
    parent_id: integer().references((): AnyPgColumn => menu.id),
    opens_new_tab: boolean().notNull().default(false),
    location: text({ enum: ['header', 'footer'] })
      .notNull()
      .default('header'),
  },
  (table) => [index('menu_order').on(table.position, table.id), index('menu_parent').on(table.parent_id)],
)

export const heroes = pgTable('heroes', {
  ...record(),
  ...hidden(),
  page_key: text().notNull().unique(),
  ...texts('title', 'subtitle', 'cta_label'),
  cta_url: text(),
  ...texts('secondary_cta_label'),
  secondary_cta_url: text(),
  ...image(),
  video_url: text(),
})

export const about = pgTable(
  'about',
  {
    ...singleton(),
    ...texts('title', 'intro', 'body', 'mission', 'vision'),
    ...image(),
    video_url: text(),
  },
  (table) => [check('about_single', sql`${table.id} = 1`)],
)

export const contactInfo = pgTable(
  'contact_info',
  {
    ...singleton(),
    ...texts('address'),
    phone: text(),
    mobile: text(),
    email: text(),
    whatsapp: text(),
    telegram: text(),
    map_url: text(),
    ...coordinates(),
    ...texts('working_hours'),
  },
  (table) => [check('contact_info_single', sql`${table.id} = 1`)],
)

export const socialLinks = pgTable('social_links', {
  ...record(),
  ...hidden(),
  platform: text().notNull(),
  url: text().notNull(),
  ...texts('label'),
})

export const pages = pgTable(
  'pages',
  {
    ...record(),
    ...hidden(),
    ...requiredText('title'),
    ...publicSlug(),
    slug: text().notNull().unique(),
    ...texts('body', 'seo_title', 'seo_description'),
    noindex: boolean().notNull().default(false),
    parent_id: integer().references((): AnyPgColumn => pages.id),
  },
  (table) => [index('pages_parent').on(table.parent_id)],
)

export const announcements = pgTable('announcements', {
  ...record(),
  ...hidden(),
  ...requiredText('message'),
  ...texts('link_label'),
  link_url: text(),
  level: text({ enum: ['info', 'success', 'warning'] })
    .notNull()
    .default('info'),
  starts_at: instant(),
  ends_at: instant(),
})

export const redirects = pgTable('redirects', {
  ...record(),
  ...hidden(),
  from_path: text().notNull().unique(),
  to_path: text().notNull(),
  status_code: integer().$type<301 | 302 | 308>().notNull().default(301),
})
