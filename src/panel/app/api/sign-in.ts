// Signing in without the rest of the client, which the sign-in screen does not need.
import type { Grant } from '../../../client/index.ts'
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
