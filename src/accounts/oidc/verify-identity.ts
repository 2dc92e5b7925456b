// Verifies access tokens of the identity provider. Other tokens are signed with the same key and may have the same
// audience, so they are told apart by their claims. Casdoor's users can also be forbidden or deleted.
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'
import { AppError } from '../../text/errors.ts'
import { unauthenticated } from '../permissions.ts'
import { type Identity, type ReadUserInfo, toIdentity } from './identity-claims.ts'
import type { SigningKeys } from './signing-keys.ts'

export type VerifyOptions = {
  keys: SigningKeys
  issuer: string
  audience: string
  /** The client of the sign-in by browser. */
  browserClient: string
  readUserInfo: ReadUserInfo
  now: Date
}

/** Asymmetric algorithms only: with a shared secret, every service that verifies tokens could also forge them. */
export const ALGORITHMS = [
  ...['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`)),
  'EdDSA',
  'Ed25519',
]
export const CLOCK_TOLERANCE_SECONDS = 5

/** Throws 401 for an invalid token, and 503 when the provider is needed to verify it but unreachable. */
export async function verifyIdentity(
  token: string,
  { keys, issuer, audience, browserClient, readUserInfo, now }: VerifyOptions,
): Promise<Identity> {
  try {
    const { payload, protectedHeader } = await verifyWithAnyKey(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    assertAccessToken(payload, protectedHeader.typ)
    if (browserClient !== audience) assertForPrograms(payload, browserClient)
    return await toIdentity(payload, { accessToken: token, readUserInfo })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unauthenticated(
      error instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.',
      reasonOfRefusal(error),
    )
  }
}

/** Claims that name the provider and its clients, not a person. */
const SHOWN_CLAIMS = ['iss', 'aud', 'azp']
const MAX_SHOWN = 200

/** The reason of a refusal, for the log: without the token and its data about a person. */
export function reasonOfRefusal(error: unknown): string {
  const { message, claim, payload } = error as Error & Partial<errors.JWTClaimValidationFailed>
  if (!claim || payload?.[claim] === undefined || !SHOWN_CLAIMS.includes(claim)) return message
  return `${message}: it is ${JSON.stringify(payload[claim]).slice(0, MAX_SHOWN).toWellFormed()}`
}

/**
 * Like `jwtVerify`; where several keys match, the first of them that made the signature counts. Where none did, the provider may have
 * rotated keys that its tokens do not name.
 */
export async function verifyWithAnyKey(token: string, keys: SigningKeys, options: JWTVerifyOptions) {
  const version = keys.version()
  try {
    return await verifyWithMatchingKey(token, keys, options)
  } catch (error) {
    const isMismatch = error instanceof errors.JWSSignatureVerificationFailed
    if (!isMismatch || !(await keys.refreshAfter(version))) throw error
    return verifyWithMatchingKey(token, keys, options)
  }
}

async function verifyWithMatchingKey(token: string, { find }: SigningKeys, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, find, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options)
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/** Claims by which Keycloak and Amazon Cognito state the kind of a token. */
const RELIABLE_KINDS = ['typ', 'token_use']
/** The same, and Casdoor's, which calls its ID tokens access tokens too. */
const KIND_CLAIMS = ['tokenType', ...RELIABLE_KINDS]
const ACCESS_TOKEN_KINDS = ['access-token', 'access_token', 'bearer', 'dpop', 'access', 'at+jwt']
/** Claims of ID tokens (OpenID Connect Core 1.0, sections 2 and 3.3.2.11) and logout tokens (Back-Channel Logout 1.0). */
const OTHER_TOKEN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

/**
 * Throws 401 unless the token can be an access token. `typ: at+jwt` (RFC 9068) or a claim that says so decides, because
 * access tokens of some providers, such as older Keycloaks, contain `nonce` as well; Casdoor's `tokenType` does not decide. Other
 * values of `typ` in the header say nothing, except explicit types such as `logout+jwt` (RFC 8725, section 3.11).
 */
function assertAccessToken(claims: JWTPayload, headerType: string | undefined) {
  const type = headerType?.toLowerCase().replace(/^application\//, '')
  const kinds = KIND_CLAIMS.flatMap((name) => (claims[name] === undefined ? [] : [claims[name]]))
  const isOtherType = type?.endsWith('+jwt') && type !== 'at+jwt'
  if (isOtherType || !kinds.every(isAccessTokenKind)) throw notAccessToken()
  const isDeclared = type === 'at+jwt' || RELIABLE_KINDS.some((name) => claims[name] !== undefined)
  const other = OTHER_TOKEN_CLAIMS.find((name) => claims[name] !== undefined)
  if (!isDeclared && other) throw notAccessToken(`not an access token: it has ${other}`)
}

/** Throws 401 for a token that was issued to the client of the sign-in by browser, by the claims of OpenID Connect and RFC 9068. */
function assertForPrograms({ azp, client_id }: JWTPayload, browserClient: string) {
  if (azp === browserClient || client_id === browserClient)
    throw notAccessToken('issued to the client of the sign-in by browser')
}

const isAccessTokenKind = (kind: unknown) =>
  typeof kind === 'string' && ACCESS_TOKEN_KINDS.includes(kind.toLowerCase())

const notAccessToken = (reason = 'not an access token') =>
  unauthenticated('This is not an access token. Send the access token of the identity provider.', reason)
