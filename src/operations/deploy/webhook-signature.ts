import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../platform/config/secret.ts'

/** Signature headers in order of precedence, each with the format of its value. */
const SIGNATURE_HEADERS: [header: string, format: RegExp][] = [
  ['X-Hub-Signature-256', /^sha256=([0-9a-f]{64})$/],
  ['X-Gitea-Signature', /^([0-9a-f]{64})$/],
  ['X-Forgejo-Signature', /^([0-9a-f]{64})$/],
]

/**
 * The delivery's signature in hexadecimal, or null. Only the first header present counts, even if its value is
 * malformed: a second header must not rescue a wrong first one.
 */
export function readSignature(headers: Headers): string | null {
  for (const [header, format] of SIGNATURE_HEADERS) {
    const value = headers.get(header)
    if (value !== null) return format.exec(value)?.[1] ?? null
  }
  return null
}

/** Whether `signature` is the HMAC-SHA256 of the raw body. */
export function verifySignature(secret: Secret, signature: string, body: Uint8Array): boolean {
  const expected = createHmac('sha256', secret.reveal()).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
