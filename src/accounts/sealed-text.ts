// Secrets that the service needs again are stored encrypted (AES-256-GCM), so that a copy of the database gives them to nobody.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type KeyContext, presentKey } from './former-keys.ts'
import type { TokenKey, TokenKeys } from './token-key.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Seal = {
  /** What the text is; each use has a key of its own. */
  use: 'totp secret' | 'sign-out hint' | 'sign-out page'
  /** Whose it is, authenticated with the text, so that a row cannot be moved to somebody else. */
  owner: `account ${number}` | `person ${number}`
}

/** The seal of the secret of an account's authenticator app. */
export const totpSeal = (accountId: number): Seal => ({ use: 'totp secret', owner: `account ${accountId}` })

/** The seal of the hint that a person's session keeps for signing out at the provider. */
export const signOutHintSeal = (personId: number): Seal => ({
  use: 'sign-out hint',
  owner: `person ${personId}`,
})

/** Derives the key from the key of access tokens (HKDF, RFC 5869). */
const keyOf = (tokenKey: TokenKey, { use }: Seal) =>
  new Uint8Array(hkdfSync('sha256', tokenKey, '', `frontage ${use}`, 32))

/** The text encrypted with the present key; base64url. Throws 503. */
export const seal = async (text: string, ctx: KeyContext, of: Seal): Promise<string> =>
  sealWith(text, await presentKey(ctx), of)

/** The text encrypted with this key; base64url. */
export function sealWith(text: string, tokenKey: TokenKey, of: Seal): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(tokenKey, of), nonce).setAAD(Buffer.from(of.owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text, or null if it was sealed with another key than these two, as after a change of `JWT_SECRET` alone. */
export const open = (sealed: string, { tokenKey, previousTokenKey }: TokenKeys, of: Seal): string | null =>
  openWith(sealed, tokenKey, of) ?? (previousTokenKey && openWith(sealed, previousTokenKey, of))

/** The text, or null if it was sealed with another key than this. */
export function openWith(sealed: string, tokenKey: TokenKey, of: Seal): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(tokenKey, of), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(of.owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
