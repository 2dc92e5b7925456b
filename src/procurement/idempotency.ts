// `Idempotency-Key`: a request that comes again, because its answer was lost, is answered as it was the first time and
// changes nothing. The key is kept in the transaction of the change, so one that failed may be sent again.
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { idempotencyKeys } from '../db/schema/procurement.ts'
import { AppError, invalid } from '../errors.ts'
import type { ProcurementContext } from './procurement-context.ts'

/** What a request is known by; `key` null: it is not to be recognised. `input` must be the same when it comes again. */
export type Attempt = { scope: string; key: string | null; input: unknown }

/** `replayed`: the answer is the one that was given the first time. */
export type Outcome<Answer> = { answer: Answer; replayed: boolean }

const KEPT_MS = 24 * 60 * 60_000
const SWEPT_AT_ONCE = 10

/** The key that a header gives; throws 400 for one that is none. */
export function keyIn(header: string | undefined): string | null {
  if (header === undefined) return null
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new AppError('malformed_request', 'Idempotency-Key is 1 to 255 visible ASCII characters.')
}

/**
 * Makes the answer, or gives back the first one for the same key; whoever brings the key at the same time waits for
 * it. Throws 422 when the key came with another input.
 */
export async function runIdempotently<Answer>(
  tx: Tx,
  { person, clock }: Pick<ProcurementContext, 'person' | 'clock'>,
  { scope, key, input }: Attempt,
  make: () => Promise<Answer>,
): Promise<Outcome<Answer>> {
  if (key === null) return { answer: await make(), replayed: false }
  const now = clock()
  await forgetOld(tx, new Date(now.getTime() - KEPT_MS))
  const { user_id, ...columns } = { user_id: person.id, scope, key, fingerprint: fingerprintOf(input) }
  const [claimed] = await tx
    .insert(idempotencyKeys)
    .values({ user_id, ...columns, created_at: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  const mine = and(
    eq(idempotencyKeys.user_id, user_id),
    eq(idempotencyKeys.scope, scope),
    eq(idempotencyKeys.key, key),
  )
  if (claimed) {
    const answer = await make()
    await tx.update(idempotencyKeys).set({ answer }).where(mine)
    return { answer, replayed: false }
  }
  const [first] = await tx.select().from(idempotencyKeys).where(mine)
  if (first?.fingerprint !== columns.fingerprint) {
    const message = 'was sent with another body before'
    throw invalid([{ path: 'Idempotency-Key', code: 'key_reused', message }])
  }
  return { answer: first.answer as Answer, replayed: true }
}

const fingerprintOf = (input: unknown) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(input)).digest('hex')

// Each request adds one at most, so the table holds what is a day old and little more.
async function forgetOld(tx: Tx, before: Date) {
  const { user_id, scope, key, created_at } = idempotencyKeys
  const old = await tx
    .select({ user_id, scope, key })
    .from(idempotencyKeys)
    .where(lt(created_at, before))
    .orderBy(created_at)
    .limit(SWEPT_AT_ONCE)
    .for('update', { skipLocked: true })
  for (const row of old) {
    await tx
      .delete(idempotencyKeys)
      .where(and(eq(user_id, row.user_id), eq(scope, row.scope), inArray(key, [row.key])))
  }
}
