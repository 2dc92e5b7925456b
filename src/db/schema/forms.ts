// Submissions of the public forms.
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { record } from './shared-columns.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    ...record(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    subject: text(),
    message: text().notNull(),
    locale: text(),
    read: boolean().notNull().default(false),
    spam: boolean().notNull().default(false),
  },
  (table) => [index('contact_messages_box').on(table.spam, table.id)],
)

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    ...record(),
    email: text().notNull(),
    name: text(),
    locale: text(),
    spam: boolean().notNull().default(false),
  },
  // A bot that enters an address first must not keep its owner from subscribing.
  (table) => [uniqueIndex('newsletter_subscribers_email').on(sql`lower(${table.email})`, table.spam)],
)
