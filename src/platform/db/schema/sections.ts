// The ordered sections of a company website: services, projects, team and so on.
import { sql } from 'drizzle-orm'
import { boolean, type ExtraConfigColumn, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { coordinates, image, ordered, requiredText, texts } from './shared-columns.ts'

const inOrder = (name: string) => (table: { position: ExtraConfigColumn; id: ExtraConfigColumn }) => [
  index(`${name}_order`).on(table.position, table.id),
]

export const services = pgTable(
  'services',
  {
    ...ordered(),
    ...requiredText('title'),
    // The default is for the previous release, which does not know the column.
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
    ...requiredText('title'),
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
  { ...ordered(), ...requiredText('question'), ...requiredText('answer'), ...texts('category') },
  inOrder('faqs'),
)

export const team = pgTable(
  'team',
  {
    ...ordered(),
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
  { ...ordered(), ...requiredText('period'), ...requiredText('title'), ...texts('description'), ...image() },
  inOrder('timeline'),
)

export const statistics = pgTable(
  'statistics',
  { ...ordered(), ...requiredText('label'), ...requiredText('value'), ...texts('suffix'), icon: text() },
  inOrder('statistics'),
)

export const whyUs = pgTable(
  'why_us',
  { ...ordered(), ...requiredText('title'), ...texts('description'), icon: text(), ...image() },
  inOrder('why_us'),
)

export const investmentModels = pgTable(
  'investment_models',
  {
    ...ordered(),
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
  { ...ordered(), ...requiredText('title'), ...texts('description'), icon: text() },
  inOrder('work_steps'),
)

export const offices = pgTable(
  'offices',
  {
    ...ordered(),
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
  { ...ordered(), ...image(), image: text().notNull(), ...texts('title', 'caption', 'category') },
  inOrder('gallery'),
)
