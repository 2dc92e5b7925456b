// Procurement users and their roles.
import { z } from 'zod'
import { ROLES } from '../../procurement/people/person.ts'
import { newUser } from '../../procurement/people/procurement-users.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
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
const user = z.object({ ...recordFields(), ...profile }).meta({ id: 'User' })
const myself = z.object({ id: z.int(), ...profile }).meta({ id: 'Myself' })

const shared = { access: 'procurement', roles: ['admin'], tag: 'Users' } as const

export const procurementUserPaths = (): Paths => ({
  '/api/users/me': {
    get: operation({
      id: 'getMyself',
      tag: 'Users',
      summary: 'Get your own user and roles',
      access: 'signed-in',
      responses: returns(myself),
      errors: ['forbidden'],
    }),
  },
  '/api/users': {
    get: operation({
      ...shared,
      id: 'listUsers',
      summary: 'List users',
      ...lists(user),
    }),
    post: operation({
      ...shared,
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
    }),
  },
  '/api/users/{id}': {
    get: operation({
      ...shared,
      id: 'getUser',
      summary: 'Get a user',
      ...gets(user),
    }),
  },
  '/api/users/{id}/roles/{role}': {
    put: operation({
      ...shared,
      id: 'assignRole',
      summary: 'Assign a role to a user',
      path: recordPath.extend({ role: z.enum(ROLES) }),
      responses: returnsRecord(user),
      errors: ['not_found', 'validation_failed'],
    }),
    delete: operation({
      ...shared,
      id: 'removeRole',
      summary: 'Remove a role from a user',
      path: recordPath.extend({ role: z.enum(ROLES) }),
      responses: returnsNothing,
      errors: ['not_found', 'last_admin'],
    }),
  },
})
