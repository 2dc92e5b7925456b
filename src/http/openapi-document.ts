// The OpenAPI 3.1 document, built from the schemas that validate requests and from the resource registry. The test suite
// checks every route and every response against it.
import type { z } from 'zod'
import { type CreateDocumentOptions, createDocument } from 'zod-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { kindOf } from '../content/definition/field-types.ts'
import { resources } from '../content/resources/resource-registry.ts'
import { furtherFields } from '../text/content-language.ts'
import type { Paths } from './openapi/describe-operation.ts'
import { problemComponents } from './openapi/problem-schema.ts'
import type { Audience } from './requests/query-schemas.ts'
import type { TokenNeeds } from './requests/token-needs.ts'
import { routeGroups } from './sub-apps.ts'

const ABOUT = `The backend of a company website and the operations interface of a procurement stack.

**Languages.** A field \`x\` is in the primary language of the site, \`${furtherFields('x')}\` in English.

**Authentication.** Public routes need no token. For the others, send \`Authorization: Bearer <token>\`.

**Versions.** Editable records have a \`version\`, which is also their \`ETag\`. Send it in \`If-Match\` when you write: if
somebody else has changed the record since you read it, the request fails with 412.

**Lists.** Without \`page\` and \`per_page\`, a list is returned whole; a list that is too long for that fails with 422
\`paging_required\`.

**Errors.** Every error is a problem document (RFC 9457) with a stable \`code\` and the \`request_id\` to search the logs for.`

const TOKEN =
  'For content: the `token` from `POST /api/auth/login`. For quotes, inventory, users and the audit log: an access token of the identity provider, or the same `token` if no identity provider is configured.'
const TICKET =
  '`Ticket …`, with the ticket of a sign-in that answered `second_factor_setup_required`; good for the routes of second factors alone.'

const API_TOKEN =
  'A token from `POST /api/admin/tokens`, for programs. Operations name the scopes that they need; those without this scheme take no API token. What changes the things visitors see needs `publish` as well, deleting them `publish` and `delete`: 403 `insufficient_scope` names what is missing in `WWW-Authenticate`.'

type Tag = [name: string, description: string]

// The order is the one in which people need them: sign in, read, write, receive, show, and what only some installations use.
const TAGS: Tag[] = [
  ['Signing in', 'Tokens for the admin API.'],
  ['Second factors', 'The authenticator app and the passkeys of your account.'],
  ['Site', 'The published content, served from memory.'],
  ...resources.map(({ name }): Tag => [name, `Edit the resource \`${name}\`.`]),
  ['Media', 'Images: upload, import, list, describe, delete.'],
  ['Comments', 'What colleagues say about a record before it is public, and whom that is mailed to.'],
  ['Reviews', 'Asking for the review of a draft, and the answers.'],
  ['Trash', 'Deleted records and images, and restoring them.'],
  ['Forms', 'Public forms: contact and newsletter.'],
  ['Messages', 'Messages from the contact form.'],
  ['Newsletter', 'Newsletter subscribers.'],
  ['Pages', 'HTML pages, feed, sitemap and robots.txt for search engines.'],
  ['Accounts', 'Accounts of the admin API.'],
  ['Operations', 'Health, metrics and this document.'],
  ['Quotes', 'Quotes from draft to receipt.'],
  ['Suppliers', 'The companies that are bought from.'],
  ['Inventory', 'Items and stock transactions.'],
  ['Users', 'Procurement users and their roles.'],
  ['Audit', 'The audit log: who changed what and when.'],
]

/** Removes noise from the JSON Schemas that zod generates, and describes fields that a write transforms. */
const tidySchema: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  const kind = io === 'input' ? kindOf(zodSchema as unknown as z.ZodType) : null
  if (kind && kind !== 'instant') jsonSchema.description = KIND_DESCRIPTIONS[kind]
}

const KIND_DESCRIPTIONS = {
  rich: 'HTML. Elements and attributes that are not allowed are removed.',
  link: 'An http, https, mailto, tel or relative URL. An empty string is stored as null.',
  image:
    'An http, https or relative URL. Images of this site are stored as relative URLs, an empty string as null.',
}

export type ApiDocument = ReturnType<typeof createDocument>

/** The tags of what a frontend needs, without its operations that take a token. */
const PUBLIC_TAGS = new Set(['Site', 'Forms', 'Media'])

/** Builds the document for these readers from the operations of all route groups; takes tens of milliseconds. */
export async function describeService(audience: Audience = 'all'): Promise<ApiDocument> {
  const described = await Promise.all(
    routeGroups.map(async ({ operations, tokens }) => withTokens(await operations(), tokens)),
  )
  const paths: Paths = Object.assign({}, ...described)
  const isPublic = audience === 'public'
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Frontage',
        version: packageJson.version,
        description: ABOUT,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: TAGS.filter(([name]) => !isPublic || PUBLIC_TAGS.has(name)).map(([name, description]) => ({
        name,
        description,
      })),
      paths: isPublic ? publicOnly(paths) : paths,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN },
          apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'fr_…', description: API_TOKEN },
          ticket: { type: 'apiKey', in: 'header', name: 'Authorization', description: TICKET },
        },
        responses: problemComponents(),
      },
    },
    { override: tidySchema },
  )
}

function publicOnly(paths: Paths): Paths {
  const kept: Paths = {}
  for (const [path, item] of Object.entries(paths)) {
    const operations = Object.entries(item as Record<string, Operation>).filter(
      ([, { tags = [], security = [] }]) => security.length === 0 && tags.some((tag) => PUBLIC_TAGS.has(tag)),
    )
    if (operations.length > 0) kept[path] = Object.fromEntries(operations) as Paths[string]
  }
  return kept
}

/** The operations with the scopes that API tokens need. */
function withTokens(paths: Paths, needs: TokenNeeds = {}): Paths {
  for (const [route, { scopes, isAnyEnough }] of Object.entries(needs)) {
    const [method = '', template = ''] = route.split(' ')
    const path = paths[template.replace(/:(\w+)/g, '{$1}')] as Record<string, Operation> | undefined
    // A table for all resources names routes that some of them lack.
    const operation = path?.[method.toLowerCase()]
    if (!operation) continue
    const alternatives = isAnyEnough ? scopes.map((scope) => [scope]) : [[...scopes]]
    operation.security?.push(...alternatives.map((apiToken) => ({ apiToken })))
  }
  return paths
}

type Operation = { tags?: string[]; security?: Record<string, string[]>[] }
