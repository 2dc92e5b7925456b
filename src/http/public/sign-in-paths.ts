// Signing in with an account of the service.
import { z } from 'zod'
import { changePasswordBody, loginBody, logoutBody } from '../../accounts/sign-in-input.ts'
import { SIGN_IN_METHODS } from '../../platform/db/schema/auth.ts'
import { ROLES } from '../../procurement/people/person.ts'
import { operation, operations, type Paths } from '../openapi/describe-operation.ts'
import { PROOF_ERRORS, proofOrNothing } from '../openapi/proof-of-identity.ts'
import { lists } from '../openapi/record-operations.ts'
import { accountFields, namedSchema, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'

const profile = {
  id: z.int(),
  account_id: z.int().optional().meta({
    description:
      'Present for persons of the identity provider who have an account: the one that content names as `author_id`.',
  }),
  ...accountFields,
}

export const grant = z
  .object({
    token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    expires_at: timestamp(),
    kind: z
      .literal('person')
      .optional()
      .meta({ description: 'Present for persons of the identity provider.' }),
    role: accountFields.role.nullable().meta({ description: 'Null for a person without an account.' }),
    user: z.object({
      ...profile,
      email: profile.email.nullable(),
      role: profile.role.nullable(),
      procurement_roles: z.array(z.enum(ROLES)).nullable().optional().meta({
        description:
          'Of a person, and for the panel; null for a session that does not act for a person of the provider.',
      }),
      is_connection_asleep: z.literal(true).optional().meta({
        description:
          'For the panel, with `procurement_roles: null`: the account is connected with a person, for whom this session does not act, because an admin knows its password or has set it or removed second factors since.',
      }),
      has_password: z.boolean().optional().meta({
        description: 'Of an account, for a person and for the panel: without one, its owner may choose one.',
      }),
    }),
  })
  .meta({ id: 'Grant' })

const me = z
  .object({
    ...profile,
    kind: z.literal('person').optional().meta({
      description: 'Present for persons of the identity provider; `id` is then the one at `/api/users`.',
    }),
    email: profile.email.nullable(),
    role: profile.role.nullable().meta({ description: 'Null for a person without an account.' }),
    procurement_roles: z.array(z.enum(ROLES)).optional().meta({ description: 'Of a person.' }),
    expires_at: timestamp(),
  })
  .meta({ id: 'Me' })

const session = z
  .object({
    id: z.uuid(),
    is_current: z.boolean(),
    device: z.string().meta({ description: 'Browser and system, such as `Firefox, Windows`.' }),
    address: z.string(),
    method: z.enum(SIGN_IN_METHODS),
    created_at: timestamp(),
    last_seen_at: timestamp().meta({ description: 'At most five minutes behind.' }),
    expires_at: timestamp(),
  })
  .meta({ id: 'Session' })

export const tokenPaths = (): Paths => ({
  '/api/auth/token': {
    post: operation({
      id: 'mintToken',
      tag: 'Signing in',
      summary: 'Get a token for the session of the panel',
      description:
        "For the panel alone: its sign-in sets a cookie (HttpOnly, SameSite=Strict), which is good for this. The token lasts for the rest of the session's eight hours. Requires the header `X-Frontage-Panel: 1`; refused from other origins, and where scripts of a frontend run on the panel's host (`SPA_DIR` or `SPA_INDEX` without `ADMIN_HOST`): a session lasts as long as its tab there.",
      responses: returns(grant),
      errors: ['unauthenticated', 'forbidden'],
    }),
  },
})

export const loginPaths = (): Paths => ({
  '/api/auth/login': {
    post: operation({
      id: 'login',
      tag: 'Signing in',
      summary: 'Sign in with email and password',
      description:
        'Returns a token that is valid for eight hours. After five failed attempts within 15 minutes, further attempts from the same address get 429. An account with a second factor gets 401 `second_factor_required`, one that must set it up 401 `second_factor_setup_required`, both with a `ticket` for the next step.',
      body: namedSchema(loginBody, 'Credentials', {
        email: 'admin@frontage.local',
        password: 'correct horse battery',
      }),
      responses: returns(grant),
      errors: ['invalid_credentials', 'second_factor_required', 'forbidden', 'too_many_requests'],
    }),
  },
})

export const sessionPaths = (): Paths => ({
  ...sessionListPaths,
  '/api/auth/me': {
    get: operation({
      id: 'getMe',
      tag: 'Signing in',
      summary: 'Get the account that the token belongs to',
      access: 'signed-in',
      responses: returns(me),
    }),
  },
  '/api/auth/reauthenticate': {
    post: operation({
      id: 'reauthenticate',
      tag: 'Signing in',
      summary: 'Prove once more that it is you',
      description:
        'The proof is good for five minutes in this session, for every change that needs one. Without one of the fields, the answer says whether an earlier proof still counts.',
      access: 'signed-in',
      ...proofOrNothing,
      responses: returns(z.object({ proved_until: timestamp() }).meta({ id: 'ProvedUntil' })),
      errors: [...PROOF_ERRORS],
    }),
  },
  '/api/auth/logout': {
    post: operation({
      id: 'logout',
      tag: 'Signing in',
      summary: 'Revoke the token',
      description:
        'With `everywhere`, revokes all tokens of the account. For a person of the identity provider, `Sign-Out-At` is the address that signs out there as well: a browser goes there.',
      access: 'signed-in',
      body: namedSchema(logoutBody, 'Ending'),
      bodyOptional: true,
      responses: returnsNothing,
    }),
  },
})

export const sessionListPaths = operations(
  { tag: 'Signing in', access: 'signed-in' },
  {
    'GET /api/auth/sessions': {
      id: 'listSessions',
      summary: 'List your sessions',
      description: 'This one first, then the latest.',
      ...lists(session),
    },
    'DELETE /api/auth/sessions/{id}': {
      id: 'endSession',
      summary: 'End one of your sessions',
      path: z.object({ id: z.uuid() }),
      responses: returnsNothing,
      errors: ['not_found'],
    },
  },
)

export const changePasswordPaths = (): Paths => ({
  '/api/auth/change-password': {
    post: operation({
      id: 'changePassword',
      tag: 'Signing in',
      summary: 'Change the password',
      description:
        'Ends the other sessions of the account and returns a new token. An account with a password sends it as `current_password`; its first one is chosen with another proof, now or within the last five minutes in this session, otherwise 403 `reauthentication_required`.',
      access: 'signed-in',
      body: namedSchema(changePasswordBody, 'PasswordChange', {
        current_password: 'correct horse battery',
        new_password: 'a staple of the trade',
      }),
      responses: returns(grant),
      errors: [...PROOF_ERRORS],
    }),
  },
})
