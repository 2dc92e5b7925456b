// Requests about the sessions and the company account of the one who is signed in.
import type { Grant, Session } from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'
import { api } from '../../app/api/client.ts'
import { beginSession } from '../../app/api/session.ts'
import { fetchWithSession } from '../../app/api/session-fetch.ts'

const request = createRequest({ fetch: fetchWithSession }, api)
const requestJson = createJsonRequest(request)

export const listSessions = (query: { page: number; per_page: number }) =>
  requestJson<{ items: Session[]; total: number }>('GET', '/api/auth/sessions', { query })

export const endSessionOf = (id: string) => request('DELETE', `/api/auth/sessions/${id}`)

/** Resolves with the page of the identity provider to go to. */
export const connectProvider = async () =>
  (await requestJson<{ url: string }>('POST', '/api/auth/oidc/link')).url

/** Finishes that with the ticket that the way back ends with. The session then has the roles of both. */
export async function confirmConnection(ticket: string): Promise<void> {
  beginSession(await requestJson<Grant>('POST', '/api/auth/oidc/link/confirm', { body: { ticket } }))
}

export const disconnectProvider = () => request('DELETE', '/api/auth/oidc/link')
