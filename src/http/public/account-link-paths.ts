// Links that set a password: forgotten passwords and invitations.
import { z } from 'zod'
import { acceptInvitationBody, forgotPasswordBody, resetPasswordBody } from '../../accounts/sign-in-input.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { namedSchema, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'

export const invitation = z
  .object({
    expires_at: timestamp(),
    mailed: z.boolean().meta({ description: 'Whether the link was sent to the address.' }),
    link: z
      .string()
      .optional()
      .meta({ description: 'Only without a mail server: hand it over to the invited person.' }),
  })
  .meta({ id: 'Invitation' })

const TOKEN = 'uY3o0b0mQ7y1dF5Jx2m1gA.q1c3Zk0w8m5V3n9xT2r4L6p8S0a1B3d5F7h9J1k3M5o'

export const accountLinkPaths = (): Paths => ({
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
      errors: ['too_many_requests'],
    }),
  },
  '/api/auth/reset-password': {
    post: operation({
      id: 'resetPassword',
      tag: 'Signing in',
      summary: 'Set a new password with the token of a link',
      description:
        'A token is valid once, for 30 minutes, until the password is changed in another way. Revokes all tokens of the account.',
      body: namedSchema(resetPasswordBody, 'PasswordReset', {
        token: TOKEN,
        new_password: 'a new long password',
      }),
      responses: returnsNothing,
      errors: ['invalid_token', 'too_many_requests'],
    }),
  },
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
      errors: ['invalid_token', 'too_many_requests'],
    }),
  },
  '/api/admin/users/{id}/invitation': {
    post: operation({
      access: 'admin',
      tag: 'Accounts',
      id: 'inviteAgain',
      summary: 'Invite an account without a password again',
      description: 'The link before is no longer valid.',
      path: recordPath,
      responses: returns(invitation),
      errors: ['not_found', 'conflict'],
    }),
    delete: operation({
      access: 'admin',
      tag: 'Accounts',
      id: 'withdrawInvitation',
      summary: 'Take an invitation back',
      description: 'The link is no longer valid; the account stays, without a password.',
      path: recordPath,
      responses: returnsNothing,
      errors: ['not_found', 'conflict'],
    }),
  },
})
