// The outbox: mails that were committed with what caused them, until they are sent. See `src/mail/outbox.ts`.
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** Also the mail's Message-ID, which is the same for every attempt. */
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    recipient: text().notNull(),
    language: text({ enum: ['fa', 'en'] }).notNull(),
    /** The subject of the mail as ids: its text is written when it is sent, and this is emptied. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Mails with the same key are sent at most once a minute, and one that waits takes up the news of others. */
    digest: text(),
    /** `decoy`: never sent; makes a request for an unknown account write as much as one for a known. */
    state: text({ enum: ['queued', 'sent', 'failed', 'decoy'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    /** When the next attempt may begin; during an attempt, when it is given up for lost. */
    due_at: moment().notNull(),
    /** Fails when it could not be sent by then. */
    expires_at: moment().notNull(),
    /** When the last attempt began. */
    claimed_at: moment(),
    /** When it was sent or failed. */
    settled_at: moment(),
    last_error: text(),
    created_at: moment().notNull(),
  },
  (table) => [
    index('mail_outbox_due').on(table.due_at).where(sql`${table.state} = 'queued'`),
    index('mail_outbox_digests').on(table.digest, table.claimed_at).where(sql`${table.digest} is not null`),
    index('mail_outbox_settled').on(table.state, table.settled_at),
    uniqueIndex('mail_outbox_open_digest')
      .on(table.digest)
      .where(sql`${table.state} = 'queued' and ${table.claimed_at} is null and ${table.digest} is not null`),
  ],
)
