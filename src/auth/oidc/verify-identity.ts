// Access tokens of the identity provider: who they stand for, or 401. What is particular to Casdoor is checked where a
// token has it: its refresh tokens are JWTs of the same key, and its users can be forbidden or deleted.
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../../errors.ts'
import { toDisplayName } from '../display-name.ts'
import { unauthenticated } from '../permissions.ts'

/** Whom a token stands for, as the provider says at `issuedAt`. */
export type Identity = {
  subject: string
  displayName: string
  email: string | null
  emailVerified: boolean
  issuedAt: Date
}

export type VerifyOptions = { keys: JWTVerifyGetKey; issuer: string; audience: string; now: Date }

/** With a secret that is shared, whoever can check a token could also make one. */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`))
const TOLERANCE_SECONDS = 5

/** Throws 401 for a token that is not good, 503 when only the provider, which is away, could tell. */
export async function verifyIdentity(
  token: string,
  { keys, issuer, audience, now }: VerifyOptions,
): Promise<Identity> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [...ALGORITHMS, 'EdDSA', 'Ed25519'],
      issuer,
      audience,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: now,
    })
    return identityIn(payload)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is not valid.',
    )
  }
}

function identityIn(claims: JWTPayload): Identity {
  const { sub, tokenType, iat } = claims
  if (tokenType !== undefined && tokenType !== 'access-token') {
    throw unauthenticated('Send an access token, not another kind.')
  }
  if (isSet(claims.isForbidden) || isSet(claims.isDeleted))
    throw unauthenticated('This user may not sign in.')
  if (!isSubject(sub) || typeof iat !== 'number') throw unauthenticated('The token is not valid.')
  return {
    subject: sub,
    displayName: toDisplayName([claims.displayName, claims.name], sub),
    email: isEmail(claims.email) ? claims.email : null,
    emailVerified: claims.email_verified === true || claims.emailVerified === true,
    issuedAt: new Date(iat * 1_000),
  }
}

const isSet = (claim: unknown) => claim !== undefined && claim !== null && claim !== false

/** At most 255 characters (OpenID Connect Core 1.0, section 2); `local:` is where accounts of our own are. */
export const isSubject = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value) &&
  !/^local:/i.test(value)

const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
