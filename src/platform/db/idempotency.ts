// `Idempotency-Key`: a repeated request gets the response of the first one and changes nothing. The key is stored in the
// same transaction as the change, so a request that failed can be repeated with the same key.

import { and, eq, lt } from 'drizzle-orm'
import { AppError, invalid } from '../../text/errors.ts'
import { sha256 } from '../sha256.ts'
import type { Tx } from './database.ts'
import { idempotencyKeys } from './schema/procurement.ts'

/** Keys are unique per user and `scope`; without a key the request always runs. */
export type IdempotentRequest = {
  scope: string
  key: string | null
  input: unknown
  /** How long the key is remembered; by default a day. All requests of a scope have the same. */
  keepMs?: number
}

type Requester = { person: { id: number }; clock: () => Date }

/** `replayed`: `answer` is the stored one of the first request. */
export type IdempotentResult<Answer> = { answer: Answer; replayed: boolean }

const DAY_MS = 24 * 60 * 60_000
const CLEANUP_BATCH_SIZE = 10

/** The value of an `Idempotency-Key` header, or null without one. Throws 400 for an invalid key. */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new AppError('malformed_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
}

/**
 * Runs `run` once per key and stores its result; a parallel request with the same key waits and gets that result.
 * Throws 422 `key_reused` when the key was used with another input.
 */
export async function runIdempotently<Answer>(
  tx: Tx,
  { person, clock }: Requester,
  request: IdempotentRequest,
  run: () => Promise<Answer>,
): Promise<IdempotentResult<Answer>> {
  const { scope, key, input, keepMs = DAY_MS } = request
  if (key === null) return { answer: await run(), replayed: false }
  const now = clock()
  await deleteExpired(tx, scope, new Date(now.getTime() - keepMs))
  const [inserted] = await tx
    .insert(idempotencyKeys)
    .values({ user_id: person.id, scope, key, fingerprint: fingerprintOf(input), created_at: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (!inserted) return { answer: (await findAnswer<Answer>(tx, person, request))!, replayed: true }
  const answer = await run()
  await tx
    .update(idempotencyKeys)
    .set({ answer })
    .where(isKeyOf(person, scope, key))
  return { answer, replayed: false }
}

/** The stored result of an earlier request with this key, or null. Throws 422 `key_reused` if it had another input. */
export async function findAnswer<Answer>(
  tx: Tx,
  person: { id: number },
  { scope, key, input }: IdempotentRequest,
): Promise<Answer | null> {
  if (key === null) return null
  const [stored] = await tx
    .select()
    .from(idempotencyKeys)
    .where(isKeyOf(person, scope, key))
  if (!stored) return null
  if (stored.fingerprint !== fingerprintOf(input)) {
    throw invalid([
      { path: 'Idempotency-Key', code: 'key_reused', message: 'was already used with a different body' },
    ])
  }
  return stored.answer as Answer
}

const isKeyOf = ({ id }: { id: number }, scope: string, key: string) =>
  and(eq(idempotencyKeys.user_id, id), eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))

const fingerprintOf = (input: unknown) => sha256(JSON.stringify(input))

// Each request adds at most one row and deletes up to ten, so a scope has few keys that are older than it keeps them.
async function deleteExpired(tx: Tx, scope: string, before: Date) {
  const { user_id, key, created_at } = idempotencyKeys
  const expired = await tx
    .select({ user_id, key })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.scope, scope), lt(created_at, before)))
    .orderBy(created_at)
    .limit(CLEANUP_BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (const row of expired) {
    await tx.delete(idempotencyKeys).where(isKeyOf({ id: row.user_id }, scope, row.key))
  }
}
