// Second factors while signing in, and passkeys of the browser.
import { ApiProblem } from '../../../client/api-problem.ts'
import { createFactorClient } from '../../../client/factor-client.ts'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { beginSession } from './session.ts'
import { fetchWithSession } from './session-fetch.ts'

const request = createRequest({ fetch: fetchWithSession }, { token: null })

/** Every way of signing in begins a session in all tabs. */
export const signInFactors = createFactorClient(request, createJsonRequest(request), async (response) => {
  const grant = await response
  beginSession(grant)
  return grant
})

/** Whether the browser has passkeys: only on HTTPS or localhost. */
export const hasPasskeys = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Asks the browser for a passkey. Rejects with a `DOMException` when its user has none, or decides otherwise. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as PasskeyAssertion
}

/** Asks the browser to create a passkey. Rejects like `askForPasskey`. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyRegistration> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as unknown as PasskeyRegistration
}

/** Signs in with a passkey. Rejects with a `DOMException` also when the service refuses it, such as one that was removed. */
export async function signInWithPasskey() {
  const passkey = await askForPasskey(await signInFactors.passkeyOptions())
  try {
    return await signInFactors.signInWithPasskey(passkey)
  } catch (error) {
    throw error instanceof ApiProblem && error.status === 401 ? new DOMException(error.message) : error
  }
}
