// The ordered sections of a company website: services, projects, team and so on.
import { sql } from 'drizzle-orm'
import { boolean, type ExtraConfigColumn, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { coordinates, hidden, image, ordered, publicSlug, requiredText, texts } from './shared-columns.ts'

const inOrder = (name: string) => (table: { position: ExtraConfigColumn; id: ExtraConfigColumn }) => [
  index(`${name}_order`).on(table.position, table.id),
]

export const services = pgTable(
  'services',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('title'),
    // The default is for the previous release, which does not know the column.
    ...publicSlug(),
    slug: text().notNull().unique().default(sql`gen_random_uuid()::text`),
    ...texts('summary', 'body'),
    icon: text(),
    ...image(),
    link: text(),
  },
  inOrder('services'),
)

export const projects = pgTable(
  'projects',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('title'),
    ...publicSlug(),
    slug: text().notNull().unique(),
    ...texts('summary', 'body', 'client', 'location', 'category'),
    year: integer(),
    ...image(),
    link: text(),
    ...texts('seo_title', 'seo_description'),
    noindex: boolean().notNull().default(false),
  },
  inOrder('projects'),
)

export const testimonials = pgTable(
  'testimonials',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('author_name'),
    ...texts('author_title', 'company'),
    ...requiredText('quote'),
    rating: integer(),
    ...image(),
  },
  inOrder('testimonials'),
)

export const faqs = pgTable(
  'faqs',
  { ...ordered(), ...hidden(), ...requiredText('question'), ...requiredText('answer'), ...texts('category') },
  inOrder('faqs'),
)

export const team = pgTable(
  'team',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('name'),
    ...texts('job_title', 'bio'),
    ...image(),
    email: text(),
    phone: text(),
    linkedin_url: text(),
  },
  inOrder('team'),
)

export const timeline = pgTable(
  'timeline',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('period'),
    ...requiredText('title'),
    ...texts('description'),
    ...image(),
  },
  inOrder('timeline'),
)

export const statistics = pgTable(
  'statistics',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('label'),
    ...requiredText('value'),
    ...texts('suffix'),
    icon: text(),
  },
  inOrder('statistics'),
)

export const whyUs = pgTable(
  'why_us',
  { ...ordered(), ...hidden(), ...requiredText('title'), ...texts('description'), icon: text(), ...image() },
  inOrder('why_us'),
)

export const investmentModels = pgTable(
  'investment_models',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('title'),
    ...texts('summary', 'body', 'minimum_amount', 'expected_return', 'duration'),
    icon: text(),
    ...image(),
    link: text(),
  },
  inOrder('investment_models'),
)

export const workSteps = pgTable(
  'work_steps',
  { ...ordered(), ...hidden(), ...requiredText('title'), ...texts('description'), icon: text() },
  inOrder('work_steps'),
)

export const offices = pgTable(
  'offices',
  {
    ...ordered(),
    ...hidden(),
    ...requiredText('name'),
    ...texts('address', 'city'),
    phone: text(),
    email: text(),
    map_url: text(),
    ...coordinates(),
    ...texts('working_hours'),
    ...image(),
  },
  inOrder('offices'),
)

export const gallery = pgTable(
  'gallery',
  {
    ...ordered(),
    ...hidden(),
    ...image(),
    image: text().notNull(),
    ...texts('title', 'caption', 'category'),
  },
  inOrder('gallery'),
)
