// Procurement users and their roles.
import { z } from 'zod'
import { ROLES } from '../../procurement/people/person.ts'
import { newUser, userChanges } from '../../procurement/people/procurement-users.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { PROOF_ERRORS, PROOF_IN_PROCUREMENT, proofOrNothing, provable } from '../openapi/proof-of-identity.ts'
import { gets, lists } from '../openapi/record-operations.ts'
import { namedSchema, recordFields, recordPath } from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'

const profile = {
  subject: z.string().meta({
    description: 'The subject in the identity provider, or `local:<id>` for an account of the admin API.',
  }),
  email: z.string().nullable(),
  display_name: z.string(),
  roles: z.array(z.enum(ROLES)),
}
const user = z.object({ ...recordFields(), ...profile, disabled: z.boolean() }).meta({ id: 'User' })
const myself = z.object({ id: z.int(), ...profile }).meta({ id: 'Myself' })

const shared = { access: 'procurement', roles: ['admin'], tag: 'Users' } as const

export const procurementUserPaths = (): Paths => ({
  ...operations(
    { tag: 'Users', access: 'signed-in' },
    {
      'GET /api/users/me': {
        id: 'getMyself',
        summary: 'Get your own user and roles',
        responses: returns(myself),
        errors: ['forbidden'],
      },
    },
  ),
  ...operations(shared, {
    'GET /api/users': {
      id: 'listUsers',
      summary: 'List users',
      ...lists(user),
    },
    'POST /api/users': {
      id: 'createUser',
      summary: 'Create a user before the first sign-in',
      body: namedSchema(
        newUser,
        'NewUser',
        { subject: 'sara', email: 'sara@example.com', display_name: 'سارا احمدی' },
        { subject: 'sara', email: 'sara@example.com', display_name: 'Sara Ahmadi' },
      ),
      responses: returnsCreated(user),
      errors: ['conflict'],
    },
    'GET /api/users/{id}': {
      id: 'getUser',
      summary: 'Get a user',
      ...gets(user),
    },
    'PATCH /api/users/{id}': {
      id: 'updateUser',
      summary: 'Disable a user, or let them in again',
      description: `The sessions of a disabled user end at once. ${PROOF_IN_PROCUREMENT}`,
      path: recordPath,
      conditional: true,
      body: namedSchema(provable(userChanges), 'UserChanges', { disabled: true }),
      responses: returnsRecord(user),
      errors: ['not_found', 'last_admin', ...PROOF_ERRORS],
    },
    'PUT /api/users/{id}/roles/{role}': {
      id: 'assignRole',
      summary: 'Assign a role to a user',
      description: PROOF_IN_PROCUREMENT,
      ...proofOrNothing,
      path: recordPath.extend({ role: z.enum(ROLES) }),
      responses: returnsRecord(user),
      errors: ['not_found', ...PROOF_ERRORS],
    },
    'DELETE /api/users/{id}/roles/{role}': {
      id: 'removeRole',
      summary: 'Remove a role from a user',
      description: PROOF_IN_PROCUREMENT,
      ...proofOrNothing,
      path: recordPath.extend({ role: z.enum(ROLES) }),
      responses: returnsNothing,
      errors: ['not_found', 'last_admin', ...PROOF_ERRORS],
    },
  }),
})
