// Signing in, and the accounts of the admin API.
import { z } from 'zod'
import { newUser, userChanges } from '../../accounts/admin-users.ts'
import { changePasswordBody, loginBody, logoutBody } from '../../accounts/sign-in-input.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordFields,
  recordPath,
  timestamp,
} from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { accountLinkPaths, invitation } from './account-link-paths.ts'

const role = z.enum(['admin', 'creator'])
const profile = { id: z.int(), email: z.string(), name: z.string(), role }

const grant = z
  .object({
    token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    expires_at: timestamp(),
    role,
    user: z.object(profile),
  })
  .meta({ id: 'Grant' })

const me = z.object({ ...profile, expires_at: timestamp() }).meta({ id: 'Me' })

const account = z
  .object({
    ...recordFields(),
    email: z.string(),
    name: z.string(),
    role,
    disabled: z.boolean(),
    has_password: z.boolean().meta({ description: '`false` until an invitation is accepted.' }),
    invitation_expires_at: timestamp()
      .nullable()
      .meta({ description: 'Until when the invitation can be accepted; null without one.' }),
    last_sign_in_at: timestamp().nullable(),
  })
  .meta({ id: 'Account' })

const newAccount = account
  .extend({ invitation: invitation.optional() })
  .meta({ id: 'CreatedAccount', description: 'With `invitation` if it was created without a password.' })

export const accountPaths = (): Paths => ({ ...signInPaths(), ...accountLinkPaths(), ...adminUserPaths() })

const signInPaths = (): Paths => ({
  '/api/auth/login': {
    post: operation({
      id: 'login',
      tag: 'Signing in',
      summary: 'Sign in with email and password',
      description:
        'Returns a token that is valid for eight hours. After five failed attempts within 15 minutes, further attempts from the same address get 429.',
      body: namedSchema(loginBody, 'Credentials', {
        email: 'admin@frontage.local',
        password: 'correct horse battery',
      }),
      responses: returns(grant),
      errors: ['invalid_credentials', 'too_many_requests'],
    }),
  },
  '/api/auth/me': {
    get: operation({
      id: 'getMe',
      tag: 'Signing in',
      summary: 'Get the account that the token belongs to',
      access: 'signed-in',
      responses: returns(me),
    }),
  },
  '/api/auth/change-password': {
    post: operation({
      id: 'changePassword',
      tag: 'Signing in',
      summary: 'Change the password',
      description: 'Revokes all tokens of the account and returns a new one.',
      access: 'signed-in',
      body: namedSchema(changePasswordBody, 'PasswordChange'),
      responses: returns(grant),
      errors: ['invalid_current_password', 'too_many_requests'],
    }),
  },
  '/api/auth/logout': {
    post: operation({
      id: 'logout',
      tag: 'Signing in',
      summary: 'Revoke the token',
      description: 'With `everywhere`, revokes all tokens of the account.',
      access: 'signed-in',
      body: namedSchema(logoutBody, 'Ending'),
      bodyOptional: true,
      responses: returnsNothing,
    }),
  },
})

const shared = { access: 'admin', tag: 'Accounts' } as const

const adminUserPaths = (): Paths => ({
  '/api/admin/users': {
    get: operation({
      ...shared,
      id: 'listAccounts',
      summary: 'List accounts',
      query: pagedQuery(filters.users),
      responses: returns(listOf(account)),
      errors: ['paging_required'],
    }),
    post: operation({
      ...shared,
      id: 'createAccount',
      summary: 'Create an account, or invite somebody',
      description:
        'Without `password` the account is invited: the address gets a link that sets the first password. Without a mail server the answer has the link.',
      body: namedSchema(
        newUser,
        'NewAccount',
        { email: 'sara@example.com', name: 'سارا احمدی', role: 'creator', password: 'یک گذرواژهٔ بلند' },
        { email: 'sara@example.com', name: 'Sara Ahmadi', role: 'creator', password: 'a long password' },
      ),
      responses: returnsCreated(newAccount),
      errors: ['conflict'],
    }),
  },
  '/api/admin/users/{id}': {
    get: operation({
      ...shared,
      id: 'getAccount',
      summary: 'Get an account',
      path: recordPath,
      responses: returnsRecord(account),
      errors: ['not_found'],
    }),
    patch: operation({
      ...shared,
      id: 'updateAccount',
      summary: 'Update an account',
      description: 'Changing the role or password, or disabling the account, revokes its tokens.',
      path: recordPath,
      conditional: true,
      body: namedSchema(userChanges, 'AccountChanges'),
      responses: returnsRecord(account),
      errors: ['not_found', 'last_admin'],
    }),
    delete: operation({
      ...shared,
      id: 'removeAccount',
      summary: 'Delete an account',
      path: recordPath,
      conditional: true,
      responses: returnsNothing,
      errors: ['not_found', 'last_admin'],
    }),
  },
})
