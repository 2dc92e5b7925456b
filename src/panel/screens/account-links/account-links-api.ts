// Requests of the screens that need no session.
import { createRequest } from '../../../client/send-request.ts'

const request = createRequest({}, { token: null })

export const requestPasswordLink = (email: string) =>
  request('POST', '/api/auth/forgot-password', { body: { email } })

export const resetPassword = (token: string, new_password: string) =>
  request('POST', '/api/auth/reset-password', { body: { token, new_password } })

export const acceptInvitation = (token: string, password: string) =>
  request('POST', '/api/auth/accept-invitation', { body: { token, password } })
