// The statements of the worker on the outbox: claim due mails, record the outcome, expire and delete.

import { type SQL, sql } from 'drizzle-orm'
import { type Database, lockUntilCommit, rowsOf, type Tx } from '../platform/db/database.ts'
import { toStorable } from '../text/storable.ts'
import type { MailKind, MailLanguage } from './mail-kinds.ts'
import { readBacklog } from './mail-status.ts'
import { databaseTime, milliseconds } from './outbox.ts'

/**
 * The time for which a claimed mail is left to its worker. If that dies, another one sends the mail again after this
 * time, with the same Message-ID.
 */
export const LEASE_MS = 3 * 60_000
const DIGEST_PAUSE_MS = 60_000
const KEEP_SENT_DAYS = 7
const KEEP_FAILED_DAYS = 30
const MAX_ERROR_LENGTH = 500

export type ClaimedMail = {
  id: string
  kind: MailKind
  recipient: string
  language: MailLanguage
  data: unknown
  attempts: number
}

export type Backlog = { queued: number; oldestAt: Date | null }

export type OutboxQueue = ReturnType<typeof createOutboxQueue>

export function createOutboxQueue({ database, clock }: { database: Database; clock: (() => Date) | null }) {
  const now = databaseTime(clock)
  const run = (statement: SQL) => database.query((tx) => rowsOf<{ id: string }>(tx, statement))

  return {
    /** Takes up to `max` mails that are due. No other worker gets them until the lease is over. */
    claim: (max: number): Promise<ClaimedMail[]> =>
      database.transaction(async (tx) => {
        const due = await rowsOf<{ id: string; digest: string | null }>(tx, selectDue(now(), max))
        const claimed: ClaimedMail[] = []
        for (const { id, digest } of due) {
          if (digest !== null && !(await mayContinue(tx, digest, now()))) continue
          claimed.push(...(await rowsOf<ClaimedMail>(tx, claimOne(id, now()))))
        }
        return claimed
      }),

    /** Records that the mail was handed over. What it was about is deleted. */
    markSent: async ({ id, attempts }: ClaimedMail): Promise<boolean> =>
      (
        await run(sql`
          update mail_outbox set state = 'sent', settled_at = ${now()}, data = '{}', last_error = null
          where id = ${id} and state = 'queued' and attempts = ${attempts} returning id`)
      ).length > 0,

    /** Queues the mail again after the delay, or with null fails it. */
    markRefused: async (
      { id, attempts }: ClaimedMail,
      error: string,
      delayMs: number | null,
    ): Promise<void> => {
      const outcome =
        delayMs === null
          ? sql`state = 'failed', settled_at = ${now()}`
          : sql`due_at = least(${now()} + ${milliseconds(delayMs)}, expires_at)`
      await run(sql`
        update mail_outbox set ${outcome}, last_error = ${toStorable(error.slice(0, MAX_ERROR_LENGTH))}
        where id = ${id} and state = 'queued' and attempts = ${attempts} returning id`)
    },

    /** Deletes a mail that has nothing left to say. */
    drop: async ({ id }: ClaimedMail): Promise<void> => {
      await run(sql`delete from mail_outbox where id = ${id} and state = 'queued' returning id`)
    },

    /** Fails the mails whose time is over; resolves with their ids. */
    expire: (): Promise<{ id: string }[]> =>
      run(sql`
        update mail_outbox set state = 'failed', settled_at = ${now()},
          last_error = coalesce(last_error, 'could not be sent in time')
        where state = 'queued' and due_at <= ${now()} and expires_at <= ${now()} returning id`),

    /** Deletes settled mails after a while. */
    async deleteOld(): Promise<void> {
      await run(sql`
        delete from mail_outbox where state = 'sent' and settled_at < ${now()} - ${days(KEEP_SENT_DAYS)}
          or state = 'failed' and settled_at < ${now()} - ${days(KEEP_FAILED_DAYS)}
          or state = 'decoy' and created_at < ${now()} - interval '1 hour'
        returning id`)
    },

    /** The mails that wait, for all replicas together. */
    async backlog(): Promise<Backlog> {
      const { queued, oldest_at } = await readBacklog(database)
      return { queued, oldestAt: oldest_at }
    },
  }
}

const days = (count: number) => sql.raw(`interval '${count} days'`)

/** A mail of this digest was begun within the last minute. */
const begunLately = (digest: SQL, now: SQL) => sql`
  exists (select from mail_outbox as other where other.digest = ${digest}
    and other.claimed_at > ${now} - ${milliseconds(DIGEST_PAUSE_MS)})`

const selectDue = (now: SQL, max: number) => sql`
  select id, digest from mail_outbox as mail
  where state = 'queued' and due_at <= ${now} and expires_at > ${now}
    and (digest is null or not ${begunLately(sql`mail.digest`, now)})
  order by due_at, id limit ${max} for update skip locked`

// The lock orders workers that claim mails of the same digest; the second one sees what the first has claimed.
async function mayContinue(tx: Tx, digest: string, now: SQL) {
  await lockUntilCommit(tx, `mail ${digest}`)
  const [row] = await rowsOf<{ is: boolean }>(tx, sql`select ${begunLately(sql`${digest}`, now)} as is`)
  return !row!.is
}

const claimOne = (id: string, now: SQL) => sql`
  update mail_outbox set attempts = attempts + 1, claimed_at = ${now}, due_at = ${now} + ${milliseconds(LEASE_MS)}
  where id = ${id} returning id, kind, recipient, language, data, attempts`
