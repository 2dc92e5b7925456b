// API tokens: those of one's own account, and for admins those of others.
import { z } from 'zod'
import { newToken } from '../../accounts/api-tokens.ts'
import { SCOPES } from '../../accounts/scopes.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { PROOF, PROOF_ERRORS, provable } from '../openapi/proof-of-identity.ts'
import { lists } from '../openapi/record-operations.ts'
import { namedSchema, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returnsNothing } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const token = z
  .object({
    id: z.int(),
    user_id: z.int().meta({ description: 'The account that it belongs to.' }),
    name: z.string(),
    hint: z.string().meta({ description: 'The first characters of the token.', examples: ['fr_Ab3d'] }),
    scopes: z.array(z.enum(SCOPES)),
    resources: z.array(z.string()).nullable().meta({ description: 'Null: all.' }),
    created_at: timestamp(),
    expires_at: timestamp(),
    last_used_at: timestamp().nullable().meta({ description: 'To the minute.' }),
    last_used_address: z
      .string()
      .nullable()
      .meta({ description: 'An IPv4 address, or the first half of an IPv6 address.' }),
  })
  .meta({ id: 'ApiToken' })

const created = token
  .extend({ token: z.string().meta({ description: 'Shown only this once.' }) })
  .meta({ id: 'CreatedApiToken' })

export const tokenPaths = (): Paths =>
  operations(
    { tag: 'Signing in', access: 'signed-in' },
    {
      'GET /api/admin/tokens': {
        id: 'listApiTokens',
        summary: 'List API tokens',
        description: 'Of your own account, newest first. Admins may list those of another one.',
        ...lists(token, filters.tokens),
        errors: ['forbidden', 'paging_required'],
      },
      'POST /api/admin/tokens': {
        id: 'createApiToken',
        summary: 'Create an API token',
        description: `For programs; send it like the token of a sign-in. It may do what its scopes, its resources and your role allow, until it expires or your account ends. ${PROOF}`,
        body: namedSchema(provable(newToken(resources.map(({ name }) => name))), 'NewApiToken', {
          name: 'CI',
          scopes: ['read'],
          expires_at: '2027-06-30T00:00:00Z',
          current_password: 'a long password',
        }),
        responses: {
          '201': {
            description: 'The new token.',
            content: { 'application/json': { schema: created } },
          },
        },
        errors: [...PROOF_ERRORS, 'conflict'],
      },
      'DELETE /api/admin/tokens/{id}': {
        id: 'revokeApiToken',
        summary: 'Revoke an API token',
        path: recordPath,
        responses: returnsNothing,
        errors: ['forbidden', 'not_found'],
      },
    },
  )
