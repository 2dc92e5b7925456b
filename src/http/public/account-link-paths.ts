// Links that set a password: of forgotten passwords and of invitations.
import { z } from 'zod'
import { acceptInvitationBody, forgotPasswordBody, resetPasswordBody } from '../../accounts/sign-in-input.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
import { returnsNothing } from '../openapi/standard-responses.ts'

const TOKEN = 'uY3o0b0mQ7y1dF5Jx2m1gA.q1c3Zk0w8m5V3n9xT2r4L6p8S0a1B3d5F7h9J1k3M5o'

export const forgotPasswordPaths = (): Paths => ({
  '/api/auth/forgot-password': {
    post: operation({
      id: 'forgotPassword',
      tag: 'Signing in',
      summary: 'Ask for a link that sets a new password',
      description:
        'Sends the link if the address belongs to an account. The answer is the same, in the same time, for every address and without a mail server. Limited to five requests per client address within 15 minutes, and three mails per account and hour.',
      body: namedSchema(forgotPasswordBody, 'ForgottenPassword', { email: 'sara@example.com' }),
      responses: {
        '202': {
          description: 'Accepted.',
          content: { 'application/json': { schema: z.object({ ok: z.literal(true) }) } },
        },
      },
      errors: ['forbidden', 'too_many_requests'],
    }),
  },
})

export const resetPasswordPaths = (): Paths => ({
  '/api/auth/reset-password': {
    post: operation({
      id: 'resetPassword',
      tag: 'Signing in',
      summary: 'Set a new password with the token of a link',
      description:
        'A token is valid once, for an hour, until the password is changed in another way. Revokes all tokens of the account.',
      body: namedSchema(resetPasswordBody, 'PasswordReset', {
        token: TOKEN,
        new_password: 'a new long password',
      }),
      responses: returnsNothing,
      errors: ['forbidden', 'invalid_token', 'too_many_requests'],
    }),
  },
})

export const acceptInvitationPaths = (): Paths => ({
  '/api/auth/accept-invitation': {
    post: operation({
      id: 'acceptInvitation',
      tag: 'Signing in',
      summary: 'Set the first password with the token of an invitation',
      description: 'A token is valid once, for 72 hours, until it is replaced or taken back.',
      body: namedSchema(acceptInvitationBody, 'InvitationAcceptance', {
        token: TOKEN,
        password: 'a new long password',
      }),
      responses: returnsNothing,
      errors: ['forbidden', 'invalid_token', 'too_many_requests'],
    }),
  },
})
