// Submissions of the public forms.
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { adminUsers } from './auth.ts'
import { instant, record } from './shared-columns.ts'

export const messageStates = ['new', 'in_progress', 'answered'] as const

const account = () => integer().references(() => adminUsers.id, { onDelete: 'set null' })

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
    state: text({ enum: messageStates }).notNull().default('new'),
    /** The colleague who set the state, and the time; null while nobody has. */
    state_by: account(),
    state_at: instant(),
    assignee_id: account(),
    /** For colleagues; the sender does not see it. */
    note: text(),
    /** The page that the form was on: a path of this website, or the address of another one. */
    page: text(),
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
    /** `pending`: the address is not confirmed yet; without mail nobody is asked. */
    state: text({ enum: ['pending', 'subscribed', 'unsubscribed'] })
      .notNull()
      .default('subscribed'),
    /** Names the subscriber in signed links. */
    link_id: uuid().notNull().unique().defaultRandom(),
    /** When the last mail that asks for confirmation was queued. */
    asked_at: instant(),
    /** How many such mails there were since the last confirmation: the pauses between them grow. */
    asks: integer().notNull().default(0),
    /** When the subscription was last ended by its link. Stays when it is confirmed again. */
    opted_out_at: instant(),
    confirmed_at: instant(),
  },
  // A bot that enters an address first must not keep its owner from subscribing.
  (table) => [uniqueIndex('newsletter_subscribers_email').on(sql`lower(${table.email})`, table.spam)],
)

/** Refused submissions of HTML forms, kept for minutes until their page has shown them. See `forms/refused-submissions.ts`. */
export const refusedSubmissions = pgTable(
  'refused_submissions',
  {
    id: text().primaryKey(),
    /** JSON as text: a jsonb cannot hold NUL, which a submission can. */
    submission: text().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [index('refused_submissions_expiry').on(table.expires_at)],
)
