// `Idempotency-Key`: a repeated request gets the response of the first one and changes nothing. The key is stored in the
// same transaction as the change, so a request that failed can be repeated with the same key.
import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { idempotencyKeys } from '../db/schema/procurement.ts'
import { AppError, invalid } from '../errors.ts'
import type { ProcurementContext } from './procurement-context.ts'

/** Keys are unique per user and `scope`; without a key the request always runs. */
export type IdempotentRequest = { scope: string; key: string | null; input: unknown }

/** `replayed`: `answer` is the stored one of the first request. */
export type IdempotentResult<Answer> = { answer: Answer; replayed: boolean }

const RETENTION_MS = 24 * 60 * 60_000
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
  { person, clock }: Pick<ProcurementContext, 'person' | 'clock'>,
  { scope, key, input }: IdempotentRequest,
  run: () => Promise<Answer>,
): Promise<IdempotentResult<Answer>> {
  if (key === null) return { answer: await run(), replayed: false }
  const now = clock()
  await deleteExpired(tx, new Date(now.getTime() - RETENTION_MS))
  const fingerprint = fingerprintOf(input)
  const [inserted] = await tx
    .insert(idempotencyKeys)
    .values({ user_id: person.id, scope, key, fingerprint, created_at: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  const isThisKey = and(
    eq(idempotencyKeys.user_id, person.id),
    eq(idempotencyKeys.scope, scope),
    eq(idempotencyKeys.key, key),
  )
  if (inserted) {
    const answer = await run()
    await tx.update(idempotencyKeys).set({ answer }).where(isThisKey)
    return { answer, replayed: false }
  }
  const [stored] = await tx.select().from(idempotencyKeys).where(isThisKey)
  if (stored?.fingerprint !== fingerprint) {
    throw invalid([
      { path: 'Idempotency-Key', code: 'key_reused', message: 'was already used with a different body' },
    ])
  }
  return { answer: stored.answer as Answer, replayed: true }
}

const fingerprintOf = (input: unknown) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(input)).digest('hex')

// Each request adds at most one row and deletes up to ten, so the table holds little more than one day of keys.
async function deleteExpired(tx: Tx, before: Date) {
  const { user_id, scope, key, created_at } = idempotencyKeys
  const expired = await tx
    .select({ user_id, scope, key })
    .from(idempotencyKeys)
    .where(lt(created_at, before))
    .orderBy(created_at)
    .limit(CLEANUP_BATCH_SIZE)
    .for('update', { skipLocked: true })
  for (const row of expired) {
    await tx
      .delete(idempotencyKeys)
      .where(and(eq(user_id, row.user_id), eq(scope, row.scope), eq(key, row.key)))
  }
}
