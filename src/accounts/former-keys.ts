// Since when a key of access tokens is a former one. The database keeps it, so that another start with `JWT_SECRET_PREVIOUS` gives that
// key no more time, and replicas that still sign and encrypt with it learn that it was replaced.
import { hkdfSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { formerTokenKeys } from '../platform/db/schema/auth.ts'
import type { TokenKey, TokenKeys } from './token-key.ts'

export type KeyContext = TokenKeys & { database: Database }

/** Keeps, at a start, that the previous key is a former one from now on, unless it is already; the present key is none any more. */
export async function noteKeys({
  database,
  clock,
  tokenKey,
  previousTokenKey: previous,
}: KeyContext & { clock: () => Date }): Promise<void> {
  const isPresent = eq(formerTokenKeys.fingerprint, fingerprintOf(tokenKey))
  await database.query((tx) => tx.delete(formerTokenKeys).where(isPresent))
  if (!previous) return
  const row = { fingerprint: fingerprintOf(previous), since: clock() }
  await database.query((tx) => tx.insert(formerTokenKeys).values(row).onConflictDoNothing())
}

/** When the key was replaced; null: it was not. Throws 503. */
export async function formerSince(database: Database, key: TokenKey): Promise<Date | null> {
  const which = eq(formerTokenKeys.fingerprint, fingerprintOf(key))
  const [row] = await database.query((tx) => tx.select().from(formerTokenKeys).where(which))
  return row?.since ?? null
}

/**
 * The key that new tokens are signed with, and texts sealed. While the replicas are replaced, those that have the next key as their
 * previous one use it, too, once another has started with it: tokens of the former key would be refused there, and what it sealed would
 * be lost when it is forgotten. Throws 503.
 */
export async function presentKey({
  database,
  tokenKey,
  previousTokenKey: previous,
}: KeyContext): Promise<TokenKey> {
  if (!previous || !(await formerSince(database, tokenKey))) return tokenKey
  return (await formerSince(database, previous)) ? tokenKey : previous
}

const fingerprintOf = (key: TokenKey) =>
  Buffer.from(hkdfSync('sha256', key, '', 'frontage fingerprint of a token key', 16)).toString('hex')
