// The OpenAPI 3.1 document: what the service answers to, made from the schemas that check what comes in and from the
// registry of the resources. The suite holds every route and every answer to it.
import type { z } from 'zod'
import { type CreateDocumentOptions, createDocument } from 'zod-openapi'
import packageJson from '../../package.json' with { type: 'json' }
import { kindOf } from '../content/field-types.ts'
import { resources } from '../content/resource-registry.ts'
import type { Paths } from './describe-operation.ts'
import { accountPaths } from './paths/account-paths.ts'
import { formPaths } from './paths/form-paths.ts'
import { mediaPaths } from './paths/media-paths.ts'
import { operationPaths } from './paths/ops-paths.ts'
import { pagePaths } from './paths/page-paths.ts'
import { procurementPaths } from './paths/procurement-paths.ts'
import { resourcePaths } from './paths/resource-paths.ts'
import { sitePaths } from './paths/site-paths.ts'
import { problemAnswers } from './problem-schema.ts'

const ABOUT = `The backend of a company website and the operations interface of a procurement stack.

Fields \`x\` are in the primary language of the site, \`x_en\` in English. Records carry a \`version\`, sent as ETag: with
\`If-Match\` a write fails with 412 when somebody else was faster. Lists come whole, or by \`page\` and \`per_page\`. Every
failed answer is a problem document (RFC 9457) with a \`code\` and the \`request_id\` that the log has.`

const TOKEN =
  'The `token` that `POST /api/auth/login` gives; for quotes, inventory, users and the audit trail the access token of the identity provider, where there is one.'

const TAGS: [name: string, description: string][] = [
  ['Site', 'What anybody may read, from memory.'],
  ['Forms', 'What anybody may send.'],
  ['Signing in', 'Tokens of the admin side.'],
  ['Accounts', 'Who may sign in to the admin side.'],
  ['Messages', 'What came through the contact form.'],
  ['Newsletter', 'Who subscribed.'],
  ['Media', 'Images.'],
  ['Quotes', 'From a draft to what was received.'],
  ['Inventory', 'Items, and what came in and went out.'],
  ['Users', 'People of the procurement side and their roles.'],
  ['Audit', 'Who changed what.'],
  ['Pages', 'What crawlers read.'],
  ['Operations', 'Health, metrics and this document.'],
]

const families: (() => Paths)[] = [
  sitePaths,
  formPaths,
  accountPaths,
  mediaPaths,
  resourcePaths,
  procurementPaths,
  pagePaths,
  operationPaths,
]

/** What zod says of a type, without what no reader asks for, and with what a write does to the field. */
const readable: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, zodSchema, io }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  const kind = io === 'input' ? kindOf(zodSchema as unknown as z.ZodType) : null
  if (kind && kind !== 'instant') jsonSchema.description = KINDS[kind]
}

const KINDS = {
  rich: 'HTML; what is not safe to show is taken out.',
  link: 'http, https, mailto, tel or relative; an empty text is stored as null.',
  image: 'http, https or relative; one of this site is stored relative, an empty text as null.',
}

export type ApiDocument = ReturnType<typeof createDocument>

/** Makes the document; some tens of milliseconds. */
export function describeService(): ApiDocument {
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
      tags: [
        ...TAGS.map(([name, description]) => ({ name, description })),
        ...resources.map(({ name }) => ({ name, description: `Editing: ${name}` })),
      ],
      paths: Object.assign({}, ...families.map((family) => family())),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: TOKEN },
        },
        responses: problemAnswers(),
      },
    },
    { override: readable },
  )
}
