// The state of the outbox for admins and operators.
import { desc, eq, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../platform/db/database.ts'
import { mailOutbox } from '../platform/db/schema/mail.ts'

const MAX_FAILURES = 20

export type MailStatus = {
  queued: number
  /** When the oldest of the waiting mails was queued. */
  oldest_at: Date | null
  /** Mails that were given up within the last 30 days, newest first, at most 20. */
  failed: { id: string; kind: string; recipient: string; attempts: number; error: string; failed_at: Date }[]
}

/** Throws 503. */
export async function readBacklog(database: Database): Promise<Pick<MailStatus, 'queued' | 'oldest_at'>> {
  const waiting = sql`select count(*)::int as queued, extract(epoch from min(created_at))::float8 as seconds
    from mail_outbox where state = 'queued'`
  const [row] = await database.query((tx) => rowsOf<{ queued: number; seconds: number | null }>(tx, waiting))
  return { queued: row!.queued, oldest_at: row!.seconds === null ? null : new Date(row!.seconds * 1_000) }
}

/** Throws 503. */
export async function readMailStatus(database: Database): Promise<MailStatus> {
  const failed = await database.query((tx) =>
    tx
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.state, 'failed'))
      .orderBy(desc(mailOutbox.settled_at))
      .limit(MAX_FAILURES),
  )
  return {
    ...(await readBacklog(database)),
    failed: failed.map(({ id, kind, recipient, attempts, last_error, settled_at, created_at }) => ({
      id,
      kind,
      recipient,
      attempts,
      error: last_error ?? '',
      failed_at: settled_at ?? created_at,
    })),
  }
}
