// Preview tokens: HS256 JWTs for one record or for the site. Their key, issuer and type differ from those of access tokens,
// so neither kind is accepted as the other.
import { hkdfSync } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const ISSUER = 'frontage/preview'
const TYPE = 'preview+jwt'
/** The subject of tokens for the site. */
const SITE = 'site'

const claimsSchema = z.object({
  sub: z.string().regex(/^(?:site|[a-z-]+\/[1-9]\d{0,9})$/),
  jti: z.uuid(),
})

export type PreviewKey = Uint8Array

/** `resource` is the name of a resource; null in a link to the site. */
export type PreviewClaims = { id: string } & (
  | { resource: string; recordId: number }
  | { resource: null; recordId: null }
)

/** Derives the key of preview tokens from the key of access tokens (HKDF, RFC 5869). */
export const derivePreviewKey = (tokenKey: Uint8Array): PreviewKey =>
  new Uint8Array(hkdfSync('sha256', tokenKey, '', 'frontage preview token', 32))

export const signPreviewToken = (
  key: PreviewKey,
  { id, resource, recordId, expiresAt }: PreviewClaims & { expiresAt: Date },
): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setIssuer(ISSUER)
    .setSubject(resource === null ? SITE : `${resource}/${recordId}`)
    .setJti(id)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(key)

/** The claims of a valid token that has not expired, or null. */
export async function verifyPreviewToken(
  key: PreviewKey,
  token: string,
  now: Date,
): Promise<PreviewClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      typ: TYPE,
      requiredClaims: ['exp'],
      currentDate: now,
    })
    const { sub, jti } = claimsSchema.parse(payload)
    if (sub === SITE) return { id: jti, resource: null, recordId: null }
    const [resource, recordId] = sub.split('/')
    return { id: jti, resource: resource!, recordId: Number(recordId) }
  } catch {
    return null
  }
}

/** Whether a text is made like a token for the site; nothing is verified. */
export function isOfSite(token: string): boolean {
  try {
    return decodeJwt(token).sub === SITE
  } catch {
    return false
  }
}
