// Slows down guessing the password of one account from many addresses: after 20 failures within an hour from anywhere,
// each further attempt waits longer, up to 5 s, and is then decided. The owner is not locked out: only a full queue of the
// client's own network refuses an attempt, and addresses that signed in to the account before are not delayed at all.
// Accounts are keyed by a hash of the email, whether they exist or not.

import { type SQL, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../platform/db/database.ts'
import { unflushed } from '../platform/db/unflushed.ts'
import { networkOf } from '../platform/security/client-address.ts'
import { sha256 } from '../platform/sha256.ts'
import { asciiLowerCase } from '../text/ascii-lower-case.ts'
import { toReadableAddress } from '../text/email-address.ts'
import { AppError } from '../text/errors.ts'
import { isWrongPassword } from './wrong-password.ts'

const FREE_FAILURES = 20
const STEP_MS = 250
const MAX_DELAY_MS = 5_000
/** More failures would not raise the delay any further. */
const MAX_COUNTED = FREE_FAILURES + MAX_DELAY_MS / STEP_MS
/** Attempts of one network queue up for at most this long. */
const MAX_WAIT_MS = 8_000

export type SignInAttempt = {
  /** As entered. */
  email: string
  /** From `clientKey`. */
  address: string
}

type Options = {
  database: Database
  /** Null: the clock of the database, which all replicas share. */
  clock: (() => Date) | null
  sleep?: (milliseconds: number) => Promise<void>
}

/** Delays `verify` as the account requires. Throws the errors of `verify`, 429 and 503. */
export type DelayAttempt = <T>(attempt: SignInAttempt, verify: () => Promise<T>) => Promise<T>

export function createAccountDelay({ database, clock, sleep = Bun.sleep }: Options): DelayAttempt {
  const { now, run } = delaysIn({ database, clock })
  const countFailure = createFailureCount({ database, clock })

  return async function delayAttempt({ email, address }, verify) {
    const account = hashOf(email)
    const keys = {
      account: accountKey(email),
      known: `known ${sha256(`${account} ${address}`)}`,
      network: `network ${sha256(`${account} ${networkOf(address)}`)}`,
    }
    const [before] = await run<{ failures: number; isKnown: boolean }>(readState(keys, now()))
    const delayMs = before!.isKnown ? 0 : delayAfter(before!.failures)
    if (delayMs > 0) {
      const [slot] = await run<{ waitMs: number }>(reserve(keys.network, delayMs, now()))
      if (!slot) throw tooManyAttempts()
      await sleep(slot.waitMs)
    }
    try {
      const result = await verify()
      await run(remember(keys.known, now()))
      await run(deleteExpired(now()))
      return result
    } catch (error) {
      if (isWrongPassword(error)) await countFailure(email)
      throw error
    }
  }
}

/** Counts a failure of an account without a delay. */
export function createFailureCount(options: Pick<Options, 'database' | 'clock'>) {
  const { now, run } = delaysIn(options)
  return async (email: string): Promise<void> => {
    await run(recordFailure(accountKey(email), now()))
    await run(deleteExpired(now()))
  }
}

const delaysIn = ({ database, clock }: Pick<Options, 'database' | 'clock'>) => ({
  now: () => (clock ? sql`${clock().toISOString()}::timestamptz` : sql`clock_timestamp()`),
  run: <Row>(statement: SQL) => database.query((tx) => rowsOf<Row>(tx, statement)),
})

const hashOf = (email: string) => sha256(asciiLowerCase(toReadableAddress(email.trim())))
const accountKey = (email: string) => `account ${hashOf(email)}`

/** The delay of an attempt after this many failures within the hour. */
export const delayAfter = (failures: number) =>
  Math.min(Math.max(0, failures - FREE_FAILURES + 1) * STEP_MS, MAX_DELAY_MS)

const readState = ({ account, known }: { account: string; known: string }, now: SQL) => sql`
  select
    (select count(*)::int from sign_in_delays, unnest(failures) as at
      where key = ${account} and at > ${now} - interval '1 hour') as failures,
    exists (select from sign_in_delays where key = ${known} and expires_at > ${now}) as "isKnown"`

const recordFailure = (account: string, now: SQL) => sql`
  insert into sign_in_delays as before (key, failures, expires_at)
  values (${account}, array[${now}], ${now} + interval '1 hour')
  on conflict (key) do update set
    failures = ${now} || array(
      select at from unnest(before.failures) as at where at > ${now} - interval '1 hour'
      order by at desc limit ${MAX_COUNTED - 1}),
    expires_at = ${now} + interval '1 hour'
  returning ${unflushed}`

// Without this queue a delay would not slow an attacker down who sends attempts from all addresses of an IPv6 network at
// once. The row has the time of the network's last attempt; no row is returned when the queue is full.
const reserve = (network: string, delayMs: number, now: SQL) => {
  const delay = sql.raw(`interval '${delayMs} milliseconds'`)
  const next = sql`greatest(before.next_at, ${now}) + ${delay}`
  return sql`
    insert into sign_in_delays as before (key, next_at, expires_at)
    values (${network}, ${now} + ${delay}, ${now} + interval '1 hour')
    on conflict (key) do update set next_at = ${next}, expires_at = ${now} + interval '1 hour'
      where ${next} <= ${now} + interval '${sql.raw(String(MAX_WAIT_MS))} milliseconds'
    returning (extract(epoch from next_at - ${now}) * 1000)::float8 as "waitMs", ${unflushed}`
}

const remember = (known: string, now: SQL) => sql`
  insert into sign_in_delays (key, expires_at) values (${known}, ${now} + interval '30 days')
  on conflict (key) do update set expires_at = excluded.expires_at
  returning ${unflushed}`

// An attempt adds at most two rows and deletes four.
const deleteExpired = (now: SQL) => sql`
  delete from sign_in_delays where key in (
    select key from sign_in_delays where expires_at <= ${now} order by expires_at limit 4 for update skip locked)
  returning ${unflushed}`

const tooManyAttempts = () =>
  new AppError(
    'too_many_requests',
    'Too many sign-ins to this account from your network; try again in a moment.',
    { headers: { 'Retry-After': String(MAX_WAIT_MS / 1_000) } },
  )
