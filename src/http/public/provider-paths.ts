// Signing in at the identity provider.
import { z } from 'zod'
import { operations } from '../openapi/describe-operation.ts'
import { PROOF, PROOF_ERRORS, proofOrNothing } from '../openapi/proof-of-identity.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'
import { grant } from './sign-in-paths.ts'

const shared = { tag: 'Signing in' }
const leads = (where: string) => ({
  description: where,
  headers: z.object({ Location: z.string() }),
})

const methods = z
  .object({
    password: z.boolean(),
    passkey: z.boolean(),
    passkey_origin: z.url().meta({
      description:
        'Where passkeys work, to sign in and to confirm changes: the address of the panel, from `ADMIN_HOST` or `SITE_URL`.',
    }),
    forgot_password: z.boolean(),
    provider: z
      .object({ name: z.string(), start: z.string() })
      .nullable()
      .meta({ description: 'The identity provider; `start` is the path that leads there.' }),
  })
  .meta({ id: 'SignInMethods' })

export const methodsPaths = () =>
  operations(shared, {
    'GET /api/auth/methods': {
      id: 'getSignInMethods',
      summary: 'Get the ways to sign in',
      responses: returns(methods),
      errors: ['forbidden'],
    },
  })

export const startPaths = () =>
  operations(shared, {
    'GET /api/auth/oidc/start': {
      id: 'startProviderSignIn',
      summary: 'Go to the identity provider',
      description:
        'For browsers: authorization code with PKCE. Sets a cookie for ten minutes, so that only this browser can come back.',
      query: z.object({
        return_to: z
          .string()
          .optional()
          .meta({ description: 'A path of the panel, such as `/admin/quotes`.' }),
        reauth: z.literal('1').optional().meta({ description: 'Asks for the password there in any case.' }),
      }),
      responses: {
        '302': leads('To the provider.'),
        '303': leads('To the sign-in page: with the reason of a refusal, or from a link of another site.'),
      },
      errors: ['malformed_request', 'forbidden', 'not_found', 'too_many_requests'],
    },
  })

export const callbackPaths = () =>
  operations(shared, {
    'GET /api/auth/oidc/callback': {
      id: 'finishProviderSignIn',
      summary: 'Come back from the identity provider',
      query: z.object({
        state: z.string().optional(),
        code: z.string().optional(),
        iss: z.string().optional(),
        error: z.string().optional(),
      }),
      responses: {
        '303': leads(
          'To the panel, with a ticket that is good for one minute, or with the reason of a refusal.',
        ),
      },
      errors: ['forbidden', 'not_found'],
    },
  })

export const ticketPaths = (body: z.ZodType) =>
  operations(shared, {
    'POST /api/auth/ticket': {
      id: 'takeTicket',
      summary: 'Exchange a ticket for a session',
      description:
        'Of the identity provider: once, within a minute, in the browser that began the sign-in. Of a second factor that had to be set up: once one is.',
      body: namedSchema(body, 'Ticket'),
      responses: returns(grant),
      errors: ['unauthenticated', 'forbidden', 'second_factor_setup_required', 'too_many_requests'],
    },
  })

export const signOutPaths = () =>
  operations(shared, {
    'GET /api/auth/oidc/sign-out': {
      id: 'signOutAtProvider',
      summary: 'Sign out at the identity provider',
      description:
        'For browsers: where `Sign-Out-At` leads with `OIDC_ID_TOKEN_HINT`. The ticket works once, within a minute.',
      query: z.object({ ticket: z.string() }),
      responses: {
        '303': leads(
          'To the page of the provider for signing out or, without a valid ticket, to the sign-in page.',
        ),
      },
      errors: ['forbidden', 'not_found'],
    },
  })

export const logoutPaths = () =>
  operations(shared, {
    'POST /api/auth/oidc/logout': {
      id: 'receiveProviderLogout',
      summary: 'End sessions that ended at the identity provider',
      description: 'Called by the provider: OpenID Connect Back-Channel Logout 1.0.',
      body: {
        'application/x-www-form-urlencoded': { schema: z.object({ logout_token: z.string() }) },
        'application/json': { schema: z.object({ logout_token: z.string() }) },
      },
      responses: { '200': { description: 'The sessions have ended.' } },
      errors: ['forbidden', 'not_found', 'too_many_requests'],
    },
  })

export const linkPaths = (ticket: z.ZodType) =>
  operations(
    { ...shared, access: 'signed-in', ...proofOrNothing },
    {
      'POST /api/auth/oidc/link': {
        id: 'connectProvider',
        summary: 'Connect your account with your company account',
        description: `Returns the address at the identity provider to go to, in the same browser, which ends at the account page with a ticket for \`/confirm\`. ${PROOF}`,
        responses: returns(z.object({ url: z.string() })),
        errors: ['not_found', 'forbidden', ...PROOF_ERRORS],
      },
      'POST /api/auth/oidc/link/confirm': {
        id: 'confirmProviderConnection',
        summary: 'Finish connecting your company account',
        description:
          'With the ticket that the way back from the provider ends with: once, within five minutes, in the same browser, and while the proof counts with which the way began. One of the two that is connected with another: 409. Returns a token of the same session.',
        body: namedSchema(ticket, 'ConnectionTicket'),
        responses: returns(grant),
        errors: ['not_found', 'forbidden', 'conflict', 'reauthentication_required', 'too_many_requests'],
      },
      'DELETE /api/auth/oidc/link': {
        id: 'disconnectProvider',
        summary: 'Disconnect your company account',
        description: `An account without a password keeps it: 409. ${PROOF}`,
        responses: returnsNothing,
        errors: ['not_found', 'forbidden', 'conflict', ...PROOF_ERRORS],
      },
    },
  )
