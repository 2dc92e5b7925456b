// Secrets of authenticator apps are stored encrypted, so that a copy of the database gives nobody codes.
import { eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { totpFactors } from '../../platform/db/schema/auth.ts'
import { open, openWith, type Seal, seal } from '../sealed-text.ts'
import type { TokenKeys } from '../token-key.ts'

/** The seal of an account's secret. */
export const totpSeal = (accountId: number): Seal => ({ use: 'totp secret', owner: `account ${accountId}` })

/** A clean-up task: encrypts secrets again, with the present key, that the previous one had sealed. */
export function resealSecretsTask({ database, ...keys }: TokenKeys & { database: Database }) {
  return async () => {
    if (!keys.previousTokenKey) return
    const rows = await database.query((tx) =>
      tx
        .select({ accountId: totpFactors.account_id, sealed: totpFactors.secret })
        .from(totpFactors)
        .where(isNotNull(totpFactors.secret)),
    )
    for (const { accountId, sealed } of rows) {
      const of = totpSeal(accountId)
      if (openWith(sealed!, keys.tokenKey, of) !== null) continue
      const secret = open(sealed!, keys, of)
      if (secret === null) continue
      const resealed = seal(secret, keys, of)
      // Not one that was set up meanwhile.
      await database.query((tx) =>
        tx.update(totpFactors).set({ secret: resealed }).where(eq(totpFactors.secret, sealed!)),
      )
    }
  }
}
