// Signing in without the rest of the client, which the sign-in screen does not need.
import type { Grant, SignInMethods } from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { beginSession } from './session.ts'
import { fetchWithSession } from './session-fetch.ts'

const requestJson = createJsonRequest(createRequest({ fetch: fetchWithSession }, { token: null }))

/** Begins a session in every tab. Throws an `ApiProblem`. */
export async function signIn(email: string, password: string): Promise<Grant> {
  const grant = await requestJson<Grant>('POST', '/api/auth/login', { body: { email, password } })
  beginSession(grant)
  return grant
}

/** The ways to sign in that this service has. */
export const getSignInMethods = () => requestJson<SignInMethods>('GET', '/api/auth/methods')

/** Begins a session with the ticket that the way back from the identity provider ends with. Throws an `ApiProblem`. */
export async function takeTicket(ticket: string): Promise<void> {
  beginSession(await requestJson<Grant>('POST', '/api/auth/ticket', { body: { ticket } }))
}
