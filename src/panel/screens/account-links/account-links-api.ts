// Requests of the screens that need no session.
import type { ClientConfig } from '../../../client/index.ts'
import { createJsonRequest, createRequest } from '../../../client/send-request.ts'

const request = createRequest({}, { token: null })
const requestJson = createJsonRequest(request)

/** Whether the service sends mail. */
export const readMailIsOn = async () => (await requestJson<ClientConfig>('GET', '/api/client-config')).mail

export const requestPasswordLink = (email: string) =>
  request('POST', '/api/auth/forgot-password', { body: { email } })

export const resetPassword = (token: string, new_password: string) =>
  request('POST', '/api/auth/reset-password', { body: { token, new_password } })

export const acceptInvitation = (token: string, password: string) =>
  request('POST', '/api/auth/accept-invitation', { body: { token, password } })
