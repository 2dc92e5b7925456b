// Secrets of authenticator apps are stored encrypted (AES-256-GCM), so that a copy of the database gives nobody codes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import { totpFactors } from '../../platform/db/schema/auth.ts'
import type { TokenKey, TokenKeys } from '../access-tokens.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Sealing = { tokenKey: TokenKey; accountId: number }
type Opening = TokenKeys & { accountId: number }

/** Derives the key from the key of access tokens (HKDF, RFC 5869). */
const keyOf = (tokenKey: TokenKey) =>
  new Uint8Array(hkdfSync('sha256', tokenKey, '', 'frontage totp secret', 32))

// The account is authenticated with the text, so that a row cannot be moved to another account.
const ownerOf = (accountId: number) => Buffer.from(`account ${accountId}`)

export function sealSecret(secret: string, { tokenKey, accountId }: Sealing): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(tokenKey), nonce).setAAD(ownerOf(accountId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The secret, or null if it was sealed with another key than these two, as after a change of `JWT_SECRET` alone. */
export const openSecret = (text: string, { tokenKey, previousTokenKey, accountId }: Opening) =>
  openWith(text, { tokenKey, accountId }) ??
  (previousTokenKey && openWith(text, { tokenKey: previousTokenKey.key, accountId }))

function openWith(text: string, { tokenKey, accountId }: Sealing): string | null {
  const bytes = Buffer.from(text, 'base64url')
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(tokenKey), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(ownerOf(accountId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

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
      if (openWith(sealed!, { tokenKey: keys.tokenKey, accountId }) !== null) continue
      const secret = openSecret(sealed!, { ...keys, accountId })
      if (secret === null) continue
      const resealed = sealSecret(secret, { tokenKey: keys.tokenKey, accountId })
      // Not one that was set up meanwhile.
      await database.query((tx) =>
        tx.update(totpFactors).set({ secret: resealed }).where(eq(totpFactors.secret, sealed!)),
      )
    }
  }
}
