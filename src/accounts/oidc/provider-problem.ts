// What goes wrong at the identity provider: a sentence for the person, the reason for the log, and what would mend it.
import { errors } from 'jose'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { AppError } from '../../text/errors.ts'
import { mayPass, ProviderSetupError, ProviderUnavailableError } from './identity-provider.ts'
import { reasonOfRefusal } from './verify-identity.ts'

/** The sign-in page has a sentence for each. */
export type ProviderProblem =
  /** Try again later. */
  | 'provider_unavailable'
  /** The provider's administrator decides. */
  | 'provider_refused'
  /** The operator of this service, with the log. */
  | 'misconfigured'
  | 'unusable_subject'
  | 'clock'
  | 'disabled'
  | 'failed'

/** `reason` has no claim of a person. `mend`: what an operator changes; null where nothing is known. */
type Explanation = { problem: ProviderProblem; reason: string; mend: string | null }

/** The reason of a failed sign-in at the provider. */
export class ProviderSignInError extends Error {
  readonly explanation: Explanation
  /** `cause`: an error that is none of the provider's. */
  constructor(explanation: Explanation, cause?: unknown) {
    super(`sign-in at the identity provider: ${explanation.problem}, ${explanation.reason}`, { cause })
    this.explanation = explanation
  }
}

/** Explains what the provider or a library answered. */
export function toProviderSignInError(error: unknown): ProviderSignInError {
  if (error instanceof ProviderSignInError) return error
  const explanation = explain(error)
  return explanation
    ? new ProviderSignInError(explanation)
    : new ProviderSignInError({ problem: 'failed', reason: messageOf(error), mend: null }, error)
}

const CLIENT = 'OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong, or the secret has expired'
const FLOW = 'allow the authorization code flow for this client at the provider'
const ADDRESS =
  'check OIDC_ISSUER, which must be exactly as the provider names itself, slash included, and OIDC_DISCOVERY_URL'
const AUDIENCE = 'OIDC_CLIENT_ID must be the id of this client at the provider'
const KEYS =
  'the provider must sign ID tokens with a key that it publishes (RS, PS, ES or EdDSA), not with the secret'

/** Errors by name: OAuth 2.0 (RFC 6749, sections 4.1.2.1 and 5.2), OpenID Connect Core 1.0, section 3.1.2.6. */
const NAMED: Record<string, [ProviderProblem, string | null]> = {
  access_denied: ['provider_refused', null],
  login_required: ['provider_refused', null],
  interaction_required: ['provider_refused', null],
  consent_required: ['provider_refused', null],
  account_selection_required: ['provider_refused', null],
  temporarily_unavailable: ['provider_unavailable', null],
  server_error: ['provider_unavailable', null],
  invalid_client: ['misconfigured', CLIENT],
  unauthorized_client: ['misconfigured', FLOW],
  unsupported_grant_type: ['misconfigured', FLOW],
  unsupported_response_type: ['misconfigured', FLOW],
  invalid_scope: ['misconfigured', 'OIDC_SCOPES names a scope that the provider does not allow this client'],
  invalid_request: ['misconfigured', 'register the redirect address at the provider, letter by letter'],
  // The code is used or too old; beginning again gets another one.
  invalid_grant: ['failed', null],
}

function explain(error: unknown): Explanation | null {
  if (error instanceof ProviderSetupError)
    return { problem: 'misconfigured', reason: error.message, mend: ADDRESS }
  if (error instanceof AppError)
    return error.status === 503
      ? { problem: 'provider_unavailable', reason: messageOf(error.cause), mend: null }
      : { problem: 'disabled', reason: String(error.cause), mend: null }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return explainNamed(error)
  if (error instanceof WWWAuthenticateChallengeError)
    return { problem: 'misconfigured', reason: `status ${error.status} for a token`, mend: CLIENT }
  if (error instanceof errors.JOSEError) return explainToken(reasonOfRefusal(error), error)
  if (error instanceof ClientError) return explainAnswer(error)
  return explainNoAnswer(error)
}

function explainNoAnswer(error: unknown): Explanation | null {
  if (!(error instanceof Error)) return null
  const { name, code, message: reason } = error as Error & { code?: unknown }
  if (code === 'UnexpectedRedirect') return { problem: 'misconfigured', reason, mend: ADDRESS }
  // A fault of this service is a TypeError without such a code.
  const isOfFetch = error instanceof TypeError && typeof code === 'string' && !code.startsWith('ERR_')
  const isAway = error instanceof ProviderUnavailableError || name === 'TimeoutError' || isOfFetch
  return isAway ? { problem: 'provider_unavailable', reason, mend: null } : null
}

function explainNamed(error: ResponseBodyError | AuthorizationResponseError): Explanation {
  const { error: name, error_description: description } = error
  const status = error instanceof ResponseBodyError ? error.status : 0
  const fallback: ProviderProblem = error instanceof ResponseBodyError ? 'failed' : 'provider_refused'
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  const [problem, mend] = named ?? [mayPass(status) ? 'provider_unavailable' : fallback, null]
  return { problem, reason: shorten(description ? `${name}: ${description}` : name), mend }
}

function explainAnswer(error: ClientError): Explanation {
  const { message, cause } = error
  if (cause instanceof Response)
    return {
      problem: mayPass(cause.status) ? 'provider_unavailable' : 'misconfigured',
      reason: `status ${cause.status} for a token: ${message}`,
      mend: null,
    }
  if (error.code === 'OAUTH_TIMEOUT') return { problem: 'provider_unavailable', reason: message, mend: null }
  return explainNoAnswer(cause) ?? explainToken(cause instanceof Error ? cause.message : message)
}

/** Of a token or an answer that does not fit. The libraries name the claim in quotation marks. */
function explainToken(reason: string, error?: errors.JOSEError): Explanation {
  const is = (names: string) => new RegExp(`"(?:${names})"`).test(reason)
  if (is('iat|nbf|exp') || /timestamp/i.test(reason))
    return { problem: 'clock', reason, mend: 'set the clocks of this machine and of the provider' }
  if (is('iss')) return { problem: 'misconfigured', reason, mend: ADDRESS }
  if (is('aud|azp')) return { problem: 'misconfigured', reason, mend: AUDIENCE }
  const isOfKeys = error !== undefined && KEY_ERRORS.includes(error.code)
  if (is('alg') || isOfKeys) return { problem: 'misconfigured', reason, mend: KEYS }
  return { problem: 'failed', reason, mend: null }
}

const KEY_ERRORS = [
  errors.JOSEAlgNotAllowed.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSSignatureVerificationFailed.code,
]

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A description comes in the address, from whoever wrote it. */
const shorten = (text: string) => text.slice(0, 300).toWellFormed()
