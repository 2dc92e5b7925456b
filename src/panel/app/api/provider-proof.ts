// A new sign-in at the identity provider proves who is there, for five minutes of the session.
import type { ProvedUntil } from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { CONFIRMED, noteOutcome } from './proof-outcome.ts'
import { currentSession } from './session.ts'
import { fetchWithSession } from './session-fetch.ts'

/** Takes the ticket that the way back from the provider ends with. Throws an `ApiProblem`. */
export async function proveByTicket(provider_ticket: string): Promise<void> {
  const requestJson = createJsonRequest(
    createRequest({ fetch: fetchWithSession }, { token: currentSession()!.token }),
  )
  await requestJson<ProvedUntil>('POST', '/api/auth/reauthenticate', { body: { provider_ticket } })
  noteOutcome(CONFIRMED)
}
