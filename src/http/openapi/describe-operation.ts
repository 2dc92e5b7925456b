// Describes one operation of the API: its parameters, body and responses, including the problem responses that follow
// from them.
import { z } from 'zod'
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type ErrorCode, STATUS } from '../../text/errors.ts'

export type Paths = ZodOpenApiPathsObject

/** The callers of an operation; absent: anybody. The values complete a description. */
const ACCESS = {
  admin: 'Requires the role `admin`.',
  editor: 'Requires the role `admin` or `editor`.',
  creator: 'Requires the role `admin` or `editor`, or the role `creator` for your own articles.',
  discussion: 'Requires the role `admin` or `editor`, or the role `creator` for drafts of your own articles.',
  uploads:
    'Requires the role `admin` or `editor` or, where `CREATOR_UPLOADS` is on, the role `creator`, which sees and changes only its own images.',
  categories: 'Requires the role `admin` or `editor` or, where `CREATOR_UPLOADS` is on, the role `creator`.',
  'signed-in': 'Requires a token.',
  'factor-owner':
    'Requires a token, or as `Authorization: Ticket …` the ticket of a sign-in that asks to set up a second factor.',
  procurement: 'Requires a procurement role.',
} as const

type Description = {
  /** Unique; client generators derive names from it. */
  id: string
  tag: string
  summary: string
  description?: string
  access?: keyof typeof ACCESS
  /** The procurement roles that may call it; absent: every procurement role. */
  roles?: readonly string[]
  path?: z.ZodObject
  query?: z.ZodObject
  header?: z.ZodObject
  /** Accepts `If-Match`. */
  conditional?: boolean
  /** Accepts `Idempotency-Key`. */
  idempotent?: boolean
  body?: z.ZodType | { [type: string]: ZodOpenApiMediaTypeObject }
  bodyOptional?: boolean
  responses: ZodOpenApiResponsesObject
  /** Error codes beyond those that follow from the other properties. */
  errors?: ErrorCode[]
}

/** Describes operations by method and path, as in `GET /api/quotes/{id}`; `shared` holds for all of them. */
export function operations<Shared extends Partial<Description>>(
  shared: Shared,
  table: Record<string, Omit<Description, keyof Shared> & Partial<Description>>,
): Paths {
  const paths: Paths = {}
  for (const [route, description] of Object.entries(table)) {
    const [method, path] = route.split(' ') as [string, string]
    // The table has what `shared` lacks.
    const described = { ...shared, ...description } as unknown as Description
    const errors = [...(described.errors ?? []), ...(method === 'GET' ? [] : writeErrors(described))]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation({ ...described, errors }) }
  }
  return paths
}

/** Writes of creators are limited. */
const writeErrors = ({ access }: Description): ErrorCode[] =>
  access === 'creator' || access === 'discussion' || access === 'uploads' ? ['too_many_requests'] : []

export function operation(description: Description): ZodOpenApiOperationObject {
  const { access, path, query, header, conditional, idempotent, body } = description
  return {
    operationId: description.id,
    tags: [description.tag],
    summary: description.summary,
    ...withText([description.description, accessText(description)]),
    ...(access && { security: [{ bearer: [] }, ...(access === 'factor-owner' ? [{ ticket: [] }] : [])] }),
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      ...(header && { header }),
      ...(conditional && { header: ifMatch }),
      ...(idempotent && { header: idempotencyKey }),
    },
    ...(body && { requestBody: { required: !description.bodyOptional, content: contentOf(body) } }),
    responses: { ...problemResponses(errorCodes(description)), ...description.responses },
  }
}

const withText = (sentences: (string | undefined)[]) => {
  const description = sentences.filter(Boolean).join(' ')
  return description && { description }
}

function accessText({ access, roles }: Description) {
  if (!roles) return access && ACCESS[access]
  const names = roles.map((role) => `\`${role}\``)
  return `Requires the role ${names.join(' or ')}.`
}

function errorCodes({ access, query, conditional, body, errors = [] }: Description) {
  const codes: ErrorCode[] = ['internal', 'unavailable', ...errors]
  // 429: the address sent too many wrong API tokens.
  if (access) codes.push('unauthenticated', 'forbidden', 'too_many_requests')
  if (query) codes.push('validation_failed')
  if (conditional) codes.push('stale')
  if (body)
    codes.push(
      'malformed_request',
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
    )
  return codes
}

const contentOf = (body: NonNullable<Description['body']>) =>
  body instanceof z.ZodType ? { 'application/json': { schema: body } } : body

const ifMatch = z.object({
  'If-Match': z
    .string()
    .optional()
    .meta({
      description:
        'The `ETag` of the version you read. If the current version is another one, the request fails with 412.',
      examples: ['"3"'],
    }),
})

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'A unique value of your choice, 1 to 255 visible ASCII characters. For at least 24 hours, the same request with the same key changes nothing and returns what the first one has created; another request with that key fails with 422.',
      examples: ['6f1c7f0e-4c1a-4f5b-9d57-0f6f8d0f4c52'],
    }),
})

/** References to the problem responses for these codes, by status. */
const problemResponses = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    [...new Set(codes.map((code) => STATUS[code]))].map((status) => [
      String(status),
      { $ref: `#/components/responses/Problem${status}` },
    ]),
  )
