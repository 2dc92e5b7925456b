// What the operators have been told of, until it is over. See `operations/alerts/alert-store.ts`.
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const opsAlerts = pgTable('ops_alerts', {
  /** The kind and what it is about, such as `certificate www.example.com`. */
  name: text().primaryKey(),
  /** Tells one occurrence from the next where nothing good is between them, such as the number of failed deploys. */
  occurrence: text().notNull(),
  since: moment().notNull(),
  /** When a replica last found it. */
  seen_at: moment().notNull(),
})
