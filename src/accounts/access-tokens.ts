// Access tokens of the admin side: HS256 JWTs, valid for eight hours, tied to the user's token version.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { parseRecordId } from '../text/record-id.ts'
import type { Role } from './actor.ts'
import { unauthenticated } from './permissions.ts'

export const TOKEN_LIFETIME_SECONDS = 8 * 60 * 60
const ISSUER = 'frontage'

const claimsSchema = z.object({
  sub: z.string().refine((id) => parseRecordId(id) !== null),
  tv: z.int32(),
  jti: z.uuid(),
  exp: z.int(),
})

export type TokenClaims = { userId: number; tokenVersion: number; jti: string; expiresAt: Date }

export type TokenKey = Uint8Array

export async function signToken(
  key: TokenKey,
  { userId, role, tokenVersion, now }: { userId: number; role: Role; tokenVersion: number; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresAt = issuedAt + TOKEN_LIFETIME_SECONDS
  const token = await new SignJWT({ role, tv: tokenVersion })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt: new Date(expiresAt * 1000) }
}

/** Verifies a token's signature, issuer and expiry, and returns its claims; throws 401. */
export async function verifyToken(key: TokenKey, token: string, now: Date): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      currentDate: now,
    })
    const { sub, tv, jti, exp } = claimsSchema.parse(payload)
    return { userId: Number(sub), tokenVersion: tv, jti, expiresAt: new Date(exp * 1000) }
  } catch (error) {
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.',
    )
  }
}
