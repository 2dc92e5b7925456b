// Signing in at the identity provider by browser: OpenID Connect Core 1.0, authorization code flow with PKCE (RFC 7636). The
// browser gets neither a token of the provider nor the means to ask for one.
import { errors, type JWTPayload } from 'jose'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { IdentityConfig } from '../../platform/config/config.ts'
import { type Identity, isSubject, type ReadUserInfo, toIdentity } from './identity-claims.ts'
import { ProviderSetupError } from './identity-provider.ts'
import { ProviderSignInError, toProviderSignInError } from './provider-problem.ts'
import type { SigningKeys } from './signing-keys.ts'
import { ALGORITHMS, CLOCK_TOLERANCE_SECONDS, verifyWithAnyKey } from './verify-identity.ts'

/** Kept between the way to the provider and back. `startedAt`: milliseconds. */
export type PendingSignIn = { nonce: string; verifier: string; startedAt: number }

/** How the provider's page for signing out knows who comes (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export type SignOutHint = { id_token_hint?: string; logout_hint?: string }

/** A sign-in that the provider confirmed. */
export type ConfirmedSignIn = {
  identity: Identity
  /** The provider's id of its session. */
  providerSession: string | null
  signOutHint: SignOutHint
  /** Whether they have signed in since the start; null: the provider does not tell. */
  isFresh: boolean | null
}

type Begin = { state: string; isAgain: boolean; now: Date }

type Options = {
  identity: IdentityConfig
  /** The provider as openid-client knows it, discovered. */
  configure: () => Promise<Configuration>
  keys: SigningKeys
  readUserInfo: ReadUserInfo
  redirectUri: string
}

export type AuthorizationCodeFlow = ReturnType<typeof createAuthorizationCodeFlow>

export function createAuthorizationCodeFlow({
  identity,
  configure: discover,
  keys,
  readUserInfo,
  redirectUri,
}: Options) {
  const { client, issuer } = identity

  async function configure() {
    const configuration = await discover().catch((error) => {
      throw toProviderSignInError(error)
    })
    const { authorization_endpoint, token_endpoint } = configuration.serverMetadata()
    if (!authorization_endpoint || !token_endpoint)
      throw toProviderSignInError(
        new ProviderSetupError('The provider has no authorization or token endpoint'),
      )
    return configuration
  }

  return {
    /** The address at the provider. `isAgain` asks for the password there even of somebody who is signed in. */
    async begin({ state, isAgain, now }: Begin): Promise<{ url: string; pending: PendingSignIn }> {
      const pending = {
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        startedAt: now.getTime(),
      }
      const url = buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: client.scopes,
        state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login', max_age: '0' }),
      })
      return { url: url.href, pending }
    },

    /** Exchanges the code in the query of the callback. Throws `ProviderSignInError`. */
    async finish(query: string, state: string, pending: PendingSignIn): Promise<ConfirmedSignIn> {
      const { nonce, verifier, startedAt } = pending
      const configuration = await configure()
      try {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = await verify(tokens.id_token!)
        assertSubject(claims)
        return {
          identity: await toIdentity(claims, { accessToken: tokens.access_token, readUserInfo }),
          providerSession: typeof claims.sid === 'string' ? claims.sid : null,
          signOutHint: hintOf(claims, tokens.id_token!),
          isFresh: isFresh(claims, startedAt, configuration.serverMetadata().claims_supported),
        }
      } catch (error) {
        throw toProviderSignInError(error)
      }
    },

    /** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws jose's errors, and 503. */
    async verifyLogout(token: string): Promise<{ subject: string | null; providerSession: string | null }> {
      const { payload } = await verifyWithAnyKey(token, keys, {
        algorithms: ALGORITHMS,
        issuer,
        audience: client.id,
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        // Providers that set no `exp` must not be replayed for ever.
        maxTokenAge: '10 minutes',
      })
      const { sub, sid, events, nonce } = payload
      const isLogout = isObject(events) && isObject(events[LOGOUT_EVENT])
      const names = { subject: sub ?? null, providerSession: typeof sid === 'string' ? sid : null }
      if (!isLogout || nonce !== undefined || (names.subject === null && names.providerSession === null))
        throw new errors.JWTInvalid('not a logout token')
      return names
    },

    /** The page that ends the provider's session as well; null if the provider has none. */
    async signOutPage(hint: SignOutHint, returnTo: string): Promise<string | null> {
      const configuration = await configure()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      // It names this client, too.
      return buildEndSessionUrl(configuration, { ...hint, post_logout_redirect_uri: returnTo }).href
    },
  }

  // An ID token tells much about a person and, with Casdoor, is an access token as well: it is kept only for a page that asks for it.
  function hintOf({ login_hint, sid }: JWTPayload, idToken: string): SignOutHint {
    if (client.signsOutByIdToken) return { id_token_hint: idToken }
    const hint = typeof login_hint === 'string' ? login_hint : sid
    return typeof hint === 'string' ? { logout_hint: hint } : {}
  }

  /** The claims of an ID token whose signature, issuer, audience and time are right. */
  async function verify(idToken: string): Promise<JWTPayload> {
    const { payload } = await verifyWithAnyKey(idToken, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience: client.id,
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    // Of another client, for which the token was issued (OpenID Connect Core 1.0, section 3.1.3.7).
    if (payload.azp !== undefined && payload.azp !== client.id)
      throw new errors.JWTClaimValidationFailed('another azp', payload, 'azp', 'check_failed')
    return payload
  }
}

function assertSubject({ sub }: JWTPayload) {
  if (!isSubject(sub))
    throw new ProviderSignInError({
      problem: 'unusable_subject',
      reason: 'sub is no subject: 1 to 255 printable ASCII characters, not beginning with local:',
      mend: 'let the provider use another attribute as the subject',
    })
}

// The browser carries the request and can drop `prompt` and `max_age` from it, so only the provider's answer counts.
function isFresh({ auth_time: time }: JWTPayload, startedAt: number, claims?: string[]): boolean | null {
  if (typeof time === 'number') return time >= startedAt / 1_000 - CLOCK_TOLERANCE_SECONDS
  return claims?.includes('auth_time') ? false : null
}

const isObject = (claim: unknown): claim is Record<string, unknown> =>
  typeof claim === 'object' && claim !== null && !Array.isArray(claim)

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
