// Verifies access tokens of the identity provider. Peculiarities of Casdoor are checked where a token has them: its
// refresh tokens are JWTs signed with the same key, and its users can be forbidden or deleted.
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { AppError } from '../../errors.ts'
import { toDisplayName } from '../display-name.ts'
import { unauthenticated } from '../permissions.ts'

/** The user of a token, as the provider described them at `issuedAt`. */
export type Identity = {
  subject: string
  displayName: string
  email: string | null
  emailVerified: boolean
  issuedAt: Date
}

export type VerifyOptions = { keys: JWTVerifyGetKey; issuer: string; audience: string; now: Date }

/** Asymmetric algorithms only: with a shared secret, every service that verifies tokens could also forge them. */
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`))
const CLOCK_TOLERANCE_SECONDS = 5

/** Throws 401 for an invalid token, and 503 when the provider is needed to verify it but unreachable. */
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
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    return toIdentity(payload)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.',
    )
  }
}

function toIdentity(claims: JWTPayload): Identity {
  const { sub, tokenType, iat } = claims
  if (tokenType !== undefined && tokenType !== 'access-token') {
    throw unauthenticated('The token is not an access token.')
  }
  if (isSet(claims.isForbidden) || isSet(claims.isDeleted)) {
    throw unauthenticated('This user is disabled at the identity provider.')
  }
  if (!isSubject(sub) || typeof iat !== 'number') throw unauthenticated('The token is invalid.')
  return {
    subject: sub,
    displayName: toDisplayName([claims.displayName, claims.name], sub),
    email: isEmail(claims.email) ? claims.email : null,
    emailVerified: claims.email_verified === true || claims.emailVerified === true,
    issuedAt: new Date(iat * 1_000),
  }
}

const isSet = (claim: unknown) => claim !== undefined && claim !== null && claim !== false

/**
 * Whether the value can be a subject of the provider: at most 255 ASCII characters (OpenID Connect Core 1.0, section 2).
 * The prefix `local:` is reserved for the service's own accounts.
 */
export const isSubject = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value) &&
  !/^local:/i.test(value)

const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
