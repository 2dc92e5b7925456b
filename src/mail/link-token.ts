// Signed tokens of the links in mails. A token names a row by its id; the database holds no token, and an outbox row only
// the id, so that nobody who reads a copy of the database can use the links.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type LinkPurpose = 'password-reset' | 'invitation' | 'newsletter-confirm' | 'newsletter-unsubscribe'

export type LinkKey = Uint8Array

/** Derives the key of the links from the key of access tokens (HKDF, RFC 5869). */
export const deriveLinkKey = (tokenKey: Uint8Array): LinkKey =>
  new Uint8Array(hkdfSync('sha256', tokenKey, '', 'frontage mail link', 32))

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TOKEN = /^([\w-]{22})\.([\w-]{43})$/

/** The token for a row with this id (a UUID): always the same, 66 characters that need no encoding in a URL. */
export function signLinkToken(key: LinkKey, purpose: LinkPurpose, id: string): string {
  if (!UUID.test(id)) throw new Error(`${id} is not a UUID`)
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return `${bytes.toString('base64url')}.${signatureOf(key, purpose, id).toString('base64url')}`
}

/** The id in a token with a valid signature for this purpose, or null. */
export function readLinkToken(key: LinkKey, purpose: LinkPurpose, token: string): string | null {
  const [, bytes, signature] = TOKEN.exec(token) ?? []
  if (!bytes || !signature) return null
  const hex = Buffer.from(bytes, 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(signatureOf(key, purpose, id), Buffer.from(signature, 'base64url')) ? id : null
}

const signatureOf = (key: LinkKey, purpose: LinkPurpose, id: string) =>
  createHmac('sha256', key).update(`${purpose} ${id}`).digest()
