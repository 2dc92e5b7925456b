// Secrets of authenticator apps are stored encrypted (AES-256-GCM), so that a copy of the database gives nobody codes.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { TokenKey } from '../access-tokens.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Sealing = { tokenKey: TokenKey; accountId: number }

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

/** The secret, or null if it was sealed with another key, as after a change of `JWT_SECRET`. */
export function openSecret(text: string, { tokenKey, accountId }: Sealing): string | null {
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
