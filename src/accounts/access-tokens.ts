// Access tokens of the service: HS256 JWTs of a session, valid for eight hours. Those of an account are tied to its token version.
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { parseRecordId } from '../text/record-id.ts'
import type { Role } from './actor.ts'
import { unauthenticated } from './permissions.ts'

export const TOKEN_LIFETIME_SECONDS = 8 * 60 * 60
const ISSUER = 'frontage'

const claimsSchema = z.object({
  sub: z.string().refine((id) => parseRecordId(id) !== null),
  kind: z.literal('person').optional(),
  tv: z.int32(),
  jti: z.uuid(),
  exp: z.int(),
})

/** `subjectId` is the id of an account or, with the kind `person`, of a row in `users`. */
export type TokenClaims = {
  kind: 'account' | 'person'
  subjectId: number
  tokenVersion: number
  jti: string
  expiresAt: Date
}

export type TokenKey = Uint8Array

/** `previousTokenKey` was replaced by `tokenKey`; what it has signed is accepted before `until`. */
export type TokenKeys = { tokenKey: TokenKey; previousTokenKey: { key: TokenKey; until: Date } | null }

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

/** Verifies a token's signature, issuer and expiry, and returns its claims; throws 401. */
export async function verifyToken(keys: TokenKeys, token: string, now: Date): Promise<TokenClaims> {
  try {
    const { payload } = await verifySignature(keys, token, now)
    const { sub, tv, jti, exp, kind = 'account' } = claimsSchema.parse(payload)
    return { kind, subjectId: Number(sub), tokenVersion: tv, jti, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.',
    )
  }
}

async function verifySignature(
  { tokenKey, previousTokenKey: previous }: TokenKeys,
  token: string,
  now: Date,
) {
  const options = { algorithms: ['HS256'], issuer: ISSUER, currentDate: now }
  try {
    return await jwtVerify(token, tokenKey, options)
  } catch (error) {
    const isOther = error instanceof errors.JWSSignatureVerificationFailed
    if (!isOther || !previous || now >= previous.until) throw error
    return await jwtVerify(token, previous.key, options)
  }
}
