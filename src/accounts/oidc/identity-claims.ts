// Who a person is, from the claims of a verified token and, where it lacks name or address, from those at userinfo.
import type { JWTPayload } from 'jose'
import { toReadableAddress } from '../../text/email-address.ts'
import { placeholderName, usableName } from '../display-name.ts'
import { unauthenticated } from '../permissions.ts'

/** The user of a token, as the provider described them at `issuedAt`. */
export type Identity = {
  subject: string
  displayName: string
  /** False: a placeholder, or a user name where the name could not be read. It replaces no name that is known. */
  isNamed: boolean
  email: string | null
  emailVerified: boolean
  issuedAt: Date
}

export type Claims = Record<string, unknown>

/** The claims of a subject at userinfo: none where the provider has no such endpoint, null where they could not be read. */
export type ReadUserInfo = (accessToken: string, subject: string) => Promise<Claims | null>

type More = { accessToken: string; readUserInfo: ReadUserInfo }

/**
 * The user that verified claims describe. Throws 401 for a disabled one, and for claims without subject or time. Userinfo is asked
 * when name or address is missing: many providers tell them there alone (OpenID Connect Core 1.0, section 5.4).
 */
export async function toIdentity(claims: JWTPayload, { accessToken, readUserInfo }: More): Promise<Identity> {
  const { sub, iat } = claims
  assertEnabled(claims)
  if (!isSubject(sub) || typeof iat !== 'number')
    throw unauthenticated('The token is invalid.', 'sub is no subject, or iat no time')
  const more = isComplete(claims) ? {} : await readUserInfo(accessToken, sub)
  if (more) assertEnabled(more)
  const sources: Claims[] = [claims, more ?? {}]
  const name = usableName(sources.flatMap(namesOf))
  const userName = usableName(sources.map(({ preferred_username }) => preferred_username))
  const addresses = sources.filter(({ email }) => isEmail(email))
  // An address and what is said about it come from the same source.
  const address = addresses.find(isVerified) ?? addresses[0]
  return {
    subject: sub,
    displayName: name ?? userName ?? placeholderName(sub),
    isNamed: name !== null || (more !== null && userName !== null),
    email: address ? toReadableAddress(address.email as string) : null,
    emailVerified: address !== undefined && isVerified(address),
    issuedAt: new Date(iat * 1_000),
  }
}

const isComplete = (claims: Claims) => usableName(namesOf(claims)) !== null && isEmail(claims.email)

/** From the best: Casdoor's `name` is the user name. */
const namesOf = ({ displayName, name, given_name, family_name }: Claims) => [
  displayName,
  name,
  [given_name, family_name].filter((part) => typeof part === 'string').join(' '),
]

/** Some providers, such as Amazon Cognito, send a string. */
const isVerified = ({ email_verified, emailVerified }: Claims) =>
  [email_verified, emailVerified].some((claim) => claim === true || claim === 'true')

function assertEnabled({ isForbidden, isDeleted }: Claims) {
  if (isSet(isForbidden) || isSet(isDeleted))
    throw unauthenticated('This user is disabled at the identity provider.', 'isForbidden or isDeleted')
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
