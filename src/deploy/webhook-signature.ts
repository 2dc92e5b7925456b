import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../config/secret.ts'

/** Headers in the order in which they are looked for, each with the form of its value. */
const FORMS: [header: string, form: RegExp][] = [
  ['X-Hub-Signature-256', /^sha256=([0-9a-f]{64})$/],
  ['X-Gitea-Signature', /^([0-9a-f]{64})$/],
  ['X-Forgejo-Signature', /^([0-9a-f]{64})$/],
]

/**
 * The signature, in hexadecimal digits, that a delivery brings, or null. The first header that is there counts, also
 * when its value is of no use: a second one must not save a wrong first.
 */
export function signatureOf(headers: Headers): string | null {
  for (const [header, form] of FORMS) {
    const value = headers.get(header)
    if (value !== null) return form.exec(value)?.[1] ?? null
  }
  return null
}

/** Whether `signature` is the HMAC-SHA256 of the body as it came. */
export function isSignedBy(secret: Secret, signature: string, body: Uint8Array): boolean {
  const expected = createHmac('sha256', secret.reveal()).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
