// Second factors: the second step of a sign-in, and setting factors up.
import type {
  Grant,
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
  Proof,
  TotpSetup,
  TotpStatus,
} from './generated-types.ts'
import type { RequestJson, SendRequest } from './send-request.ts'

/** A second factor as its owner gives it. */
export type Factor = { totp: string } | { recovery_code: string } | { passkey: PasskeyAssertion }

/** With the ticket of a sign-in that asks to set up a factor, in place of a token. */
type Access = { ticket?: string }

const withTicket = ({ ticket }: Access) => (ticket ? { headers: { Authorization: `Ticket ${ticket}` } } : {})

export function createFactorClient(
  request: SendRequest,
  requestJson: RequestJson,
  withToken: (response: Promise<Grant>) => Promise<Grant>,
) {
  return {
    /** Goes on with a sign-in that threw `second_factor_required`. */
    secondFactor: (ticket: string, factor: Factor) =>
      withToken(requestJson<Grant>('POST', '/api/auth/second-factor', { body: { ticket, ...factor } })),
    /** Goes on with a sign-in that threw `second_factor_setup_required`, once a factor is set up. */
    exchangeTicket: (ticket: string) =>
      withToken(requestJson<Grant>('POST', '/api/auth/ticket', { body: { ticket } })),
    /**
     * The options for `PublicKeyCredential.parseRequestOptionsFromJSON`; with the ticket of a second factor for the passkeys of
     * its account.
     */
    passkeyOptions: (ticket?: string) =>
      requestJson<PasskeyRequestOptions>('POST', '/api/auth/passkey/options', {
        body: { ...(ticket && { ticket }) },
      }),
    /** Signs in with a passkey in place of email and password. */
    signInWithPasskey: (passkey: PasskeyAssertion) =>
      withToken(requestJson<Grant>('POST', '/api/auth/passkey/verify', { body: { passkey } })),
    passkeys: {
      list: async () => (await requestJson<{ items: Passkey[] }>('GET', '/api/auth/passkeys')).items,
      /** The options for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
      begin: (proof: Proof = {}, access: Access = {}) =>
        requestJson<PasskeyCreationOptions>('POST', '/api/auth/passkeys/options', {
          body: proof,
          ...withTicket(access),
        }),
      /** Adds what `navigator.credentials.create` returned, as JSON. */
      add: (body: { name?: string; passkey: PasskeyRegistration }, access: Access = {}) =>
        requestJson<NewPasskey>('POST', '/api/auth/passkeys', { body, ...withTicket(access) }),
      remove: async (id: number, proof: Proof = {}) => {
        await request('DELETE', `/api/auth/passkeys/${id}`, { body: proof })
      },
    },
    totp: {
      get: () => requestJson<TotpStatus>('GET', '/api/auth/totp'),
      /** Begins to set up an authenticator app; the proof is your password or a code, or was given to `reauthenticate`. */
      begin: (proof: Proof = {}, access: Access = {}) =>
        requestJson<TotpSetup>('POST', '/api/auth/totp', { body: proof, ...withTicket(access) }),
      /** Confirms it with its first code, which gives the recovery codes. */
      confirm: (code: string, access: Access = {}) =>
        requestJson<{ recovery_codes: string[] }>('POST', '/api/auth/totp/confirm', {
          body: { code },
          ...withTicket(access),
        }),
      remove: async (proof: Proof = {}) => {
        await request('DELETE', '/api/auth/totp', { body: proof })
      },
    },
  }
}
