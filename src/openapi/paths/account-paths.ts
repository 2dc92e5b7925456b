// Signing in, and the accounts that do.
import { z } from 'zod'
import { newUser, userChanges } from '../../auth/admin-users.ts'
import { changePasswordBody, loginBody, logoutBody } from '../../auth/sign-in-input.ts'
import {
  creates,
  instant,
  lifecycle,
  listing,
  listOf,
  named,
  nothing,
  operation,
  type Paths,
  recordPath,
  sends,
  sendsRecord,
} from '../describe-operation.ts'

const role = z.enum(['admin', 'creator'])
const account = { id: z.int(), email: z.string(), name: z.string(), role }

const grant = z
  .object({
    token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    expires_at: instant(),
    role,
    user: z.object(account),
  })
  .meta({ id: 'Grant' })

const me = z.object({ ...account, expires_at: instant() }).meta({ id: 'Me' })

const shown = z
  .object({ ...lifecycle(), email: z.string(), name: z.string(), role, disabled: z.boolean() })
  .meta({ id: 'Account' })

const admin = { requireSession: 'admin', tag: 'Accounts' } as const

export const accountPaths = (): Paths => ({
  '/api/auth/login': {
    post: operation({
      id: 'login',
      tag: 'Signing in',
      summary: 'A token for a password',
      description:
        'Good for eight hours: send it as `Authorization: Bearer`. After five wrong passwords in 15 minutes from an address the answer is 429.',
      body: named(loginBody, 'Credentials', {
        email: 'admin@frontage.local',
        password: 'correct horse battery',
      }),
      answers: sends(grant),
      errors: ['invalid_credentials', 'too_many_requests'],
    }),
  },
  '/api/auth/me': {
    get: operation({
      id: 'getMe',
      tag: 'Signing in',
      summary: 'Whose token this is',
      requireSession: 'anybody',
      answers: sends(me),
    }),
  },
  '/api/auth/change-password': {
    post: operation({
      id: 'changePassword',
      tag: 'Signing in',
      summary: 'Set a new password',
      description: 'Ends every token of the account and gives a fresh one.',
      requireSession: 'anybody',
      body: named(changePasswordBody, 'PasswordChange'),
      answers: sends(grant),
      errors: ['invalid_current_password', 'too_many_requests'],
    }),
  },
  '/api/auth/logout': {
    post: operation({
      id: 'logout',
      tag: 'Signing in',
      summary: 'End this token, or all of the account',
      requireSession: 'anybody',
      body: named(logoutBody, 'Ending'),
      bodyOptional: true,
      answers: nothing,
    }),
  },
  '/api/admin/users': {
    get: operation({
      ...admin,
      id: 'listAccounts',
      summary: 'The accounts',
      query: listing(),
      answers: sends(listOf(shown)),
    }),
    post: operation({
      ...admin,
      id: 'createAccount',
      summary: 'Make an account',
      body: named(
        newUser,
        'NewAccount',
        { email: 'sara@example.com', name: 'سارا احمدی', role: 'creator', password: 'یک گذرواژهٔ بلند' },
        { email: 'sara@example.com', name: 'Sara Ahmadi', role: 'creator', password: 'a long password' },
      ),
      answers: creates(shown),
      errors: ['conflict'],
    }),
  },
  '/api/admin/users/{id}': {
    get: operation({
      ...admin,
      id: 'getAccount',
      summary: 'One account',
      path: recordPath,
      answers: sendsRecord(shown),
      errors: ['not_found'],
    }),
    patch: operation({
      ...admin,
      id: 'updateAccount',
      summary: 'Change an account',
      description: 'A new role or password, and disabling, end its tokens at once.',
      path: recordPath,
      guarded: true,
      body: named(userChanges, 'AccountChanges'),
      answers: sendsRecord(shown),
      errors: ['not_found', 'last_admin'],
    }),
    delete: operation({
      ...admin,
      id: 'removeAccount',
      summary: 'Remove an account',
      path: recordPath,
      guarded: true,
      answers: nothing,
      errors: ['not_found', 'last_admin'],
    }),
  },
})
