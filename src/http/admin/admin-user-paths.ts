// Accounts of the admin API, and their invitations.
import { z } from 'zod'
import { newUser, userChanges } from '../../accounts/admin-users.ts'
import { factorReset } from '../../accounts/factors/reset-factors.ts'
import { furtherFields, withValue } from '../../text/content-language.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { PROOF, PROOF_ERRORS, proofOrNothing, provable } from '../openapi/proof-of-identity.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { accountFields, namedSchema, recordFields, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsNothing } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const account = z
  .object({
    ...recordFields(),
    ...accountFields,
    ...withValue(
      furtherFields('name'),
      z.string().nullable().meta({ description: 'The name on English pages; null: `name`.' }),
    ),
    disabled: z.boolean(),
    has_password: z.boolean().meta({ description: '`false` until an invitation is accepted.' }),
    is_connected: z
      .boolean()
      .meta({ description: 'Whether a person of the identity provider signs in with it.' }),
    has_second_factor: z.boolean().meta({ description: 'An authenticator app or a passkey.' }),
    invitation_expires_at: timestamp()
      .nullable()
      .meta({ description: 'Until when the invitation can be accepted; null without one.' }),
    last_sign_in_at: timestamp().nullable(),
  })
  .meta({ id: 'Account' })

const invitation = z
  .object({
    expires_at: timestamp(),
    mailed: z.boolean().meta({ description: 'Whether the link was sent to the address.' }),
    link: z
      .string()
      .optional()
      .meta({ description: 'Only without a mail server: hand it over to the invited person.' }),
  })
  .meta({ id: 'Invitation' })

const newAccount = account
  .extend({ invitation: invitation.optional() })
  .meta({ id: 'CreatedAccount', description: 'With `invitation` if it was created without a password.' })

const shared = { access: 'admin', tag: 'Accounts' } as const

export const adminUserPaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/users': {
      id: 'listAccounts',
      summary: 'List accounts',
      ...lists(account, filters.users),
    },
    'POST /api/admin/users': {
      id: 'createAccount',
      summary: 'Create an account, or invite somebody',
      description: `Without \`password\` and \`provider_subject\`, which exclude each other, the account is invited: the address gets a link that sets the first password. Without a mail server the answer has the link. ${PROOF}`,
      body: namedSchema(
        provable(newUser),
        'NewAccount',
        { email: 'sara@example.com', name: 'سارا احمدی', role: 'creator', password: 'یک گذرواژهٔ بلند' },
        { email: 'sara@example.com', name: 'Sara Ahmadi', role: 'creator', password: 'a long password' },
      ),
      responses: returnsCreated(newAccount),
      errors: ['conflict', ...PROOF_ERRORS],
    },
    'GET /api/admin/users/{id}': {
      id: 'getAccount',
      summary: 'Get an account',
      ...gets(account),
    },
    'PATCH /api/admin/users/{id}': {
      id: 'updateAccount',
      summary: 'Update an account',
      description: `Changing the role or password, disabling the account and ending its connection end its sessions and those of the person that it is connected with. Your own password changes at \`/api/auth/change-password\`. After a change of the password only a sign-in at the identity provider acts for the person that the account is connected with, until its owner connects it again. All but the name: ${PROOF}`,
      ...changes(account, namedSchema(provable(userChanges), 'AccountChanges')),
      errors: ['not_found', 'last_admin', 'conflict', ...PROOF_ERRORS],
    },
    'DELETE /api/admin/users/{id}': {
      id: 'removeAccount',
      summary: 'Delete an account',
      description: PROOF,
      ...removes,
      ...proofOrNothing,
      errors: ['not_found', 'last_admin', ...PROOF_ERRORS],
    },
    'POST /api/admin/users/{id}/invitation': {
      id: 'inviteAgain',
      summary: 'Invite an account without a password again',
      description: `The link before is no longer valid. ${PROOF}`,
      path: recordPath,
      ...proofOrNothing,
      responses: returns(invitation),
      errors: ['not_found', 'conflict', ...PROOF_ERRORS],
    },
    'DELETE /api/admin/users/{id}/invitation': {
      id: 'withdrawInvitation',
      summary: 'Take an invitation back',
      description: 'The link is no longer valid; the account stays, without a password.',
      path: recordPath,
      responses: returnsNothing,
      errors: ['not_found', 'conflict'],
    },
    'DELETE /api/admin/users/{id}/factors': {
      id: 'resetFactors',
      summary: 'Remove the second factors of a colleague',
      description: `Removes authenticator app, passkeys and recovery codes, and ends the sessions of the account and of the person that it is connected with; a connection with a person of the identity provider sleeps as after a change of the password. Not for your own: 409. ${PROOF}`,
      path: recordPath,
      body: namedSchema(provable(factorReset), 'FactorReset', {
        revoke_tokens: true,
        current_password: 'correct horse battery',
      }),
      bodyOptional: true,
      responses: returnsNothing,
      errors: ['not_found', 'last_admin', 'conflict', ...PROOF_ERRORS],
    },
  })
