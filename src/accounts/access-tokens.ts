// Access tokens of the service: HS256 JWTs of a session, valid for at most eight hours. Those of an account are tied to its token version.
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Database } from '../platform/db/database.ts'
import { parseRecordId } from '../text/record-id.ts'
import type { Role } from './actor.ts'
import { formerSince } from './former-keys.ts'
import { unauthenticated } from './permissions.ts'
import type { TokenKey, TokenKeys } from './token-key.ts'

export const TOKEN_LIFETIME_SECONDS = 8 * 60 * 60
const ISSUER = 'frontage'

const claimsSchema = z
  .object({
    sub: z.string().refine((id) => parseRecordId(id) !== null),
    kind: z.literal('person').optional(),
    tv: z.int32(),
    jti: z.uuid(),
    iat: z.int(),
    exp: z.int(),
  })
  .refine(({ iat, exp }) => exp - iat <= TOKEN_LIFETIME_SECONDS)

/** `subjectId` is the id of an account or, with the kind `person`, of a row in `users`. */
export type TokenClaims = {
  kind: 'account' | 'person'
  subjectId: number
  tokenVersion: number
  jti: string
}

type Contents = {
  subject: { kind: TokenClaims['kind']; id: number; tokenVersion: number }
  /** For the client alone: the role is read again at each request. */
  role: Role | null
  jti: string
  now: Date
  expiresAt: Date
}

export function signToken(key: TokenKey, { subject, role, jti, now, expiresAt }: Contents): Promise<string> {
  const { kind, id, tokenVersion } = subject
  return new SignJWT({ role, tv: tokenVersion, ...(kind === 'person' && { kind }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(String(id))
    .setJti(jti)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(key)
}

/** Whether a token claims to be of this service. Nothing is verified. */
export function isOwnToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === ISSUER
  } catch {
    return false
  }
}

/**
 * Verifies a token's signature, issuer, expiry and lifetime, and returns its claims. A former key is good for what it signed until it was
 * replaced. Throws 401, and 503 where that cannot be checked.
 */
export async function verifyToken(
  ctx: TokenKeys & { database: Database },
  token: string,
  now: Date,
): Promise<TokenClaims> {
  const { claims, isPrevious } = await readClaims(ctx, token, now)
  const { sub, tv, jti, iat, kind = 'account' } = claims
  const former = isPrevious ? await formerSince(ctx.database, ctx.previousTokenKey!) : null
  if (former && iat * 1_000 > former.getTime())
    throw unauthenticated('The token was signed with a key that is no longer in use; sign in again.')
  return { kind, subjectId: Number(sub), tokenVersion: tv, jti }
}

async function readClaims(keys: TokenKeys, token: string, now: Date) {
  try {
    const { payload, isPrevious } = await verifySignature(keys, token, now)
    return { claims: claimsSchema.parse(payload), isPrevious }
  } catch (error) {
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.',
    )
  }
}

async function verifySignature({ tokenKey, previousTokenKey }: TokenKeys, token: string, now: Date) {
  const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: now }
  try {
    return { ...(await jwtVerify(token, tokenKey, options)), isPrevious: false }
  } catch (error) {
    const isOther = error instanceof errors.JWSSignatureVerificationFailed
    if (!isOther || !previousTokenKey) throw error
    return { ...(await jwtVerify(token, previousTokenKey, options)), isPrevious: true }
  }
}
