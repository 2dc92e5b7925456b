// How routes are described: what a caller sends and gets, with the answers that all routes of a kind have in common.
import { z } from 'zod'
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { type ErrorCode, STATUS } from '../errors.ts'
import { paging } from '../http/query-schemas.ts'
import { INT4_MAX } from '../record-id.ts'

export type Paths = ZodOpenApiPathsObject

type Answers = ZodOpenApiResponsesObject

type Description = {
  /** Unique; clients are generated from it. */
  id: string
  tag: string
  summary: string
  description?: string
  /** Behind a token: whose. */
  requireSession?: 'admin' | 'creator' | 'person' | 'anybody'
  path?: z.ZodObject
  query?: z.ZodObject
  /** Takes `If-Match`. */
  guarded?: boolean
  /** Takes `Idempotency-Key`. */
  idempotent?: boolean
  body?: z.ZodType | { [type: string]: ZodOpenApiMediaTypeObject }
  bodyOptional?: boolean
  answers: Answers
  /** Those of this route beside what its kind may answer. */
  errors?: ErrorCode[]
}

/** An operation with the problems that come with what it takes. */
export function operation(description: Description): ZodOpenApiOperationObject {
  const { requireSession, path, query, guarded, idempotent, body } = description
  const codes: ErrorCode[] = ['internal', 'unavailable', ...(description.errors ?? [])]
  if (requireSession) codes.push('unauthenticated')
  if (requireSession && requireSession !== 'anybody') codes.push('forbidden')
  if (query) codes.push('validation_failed')
  if (guarded) codes.push('stale')
  if (body)
    codes.push('malformed_request', 'payload_too_large', 'unsupported_media_type', 'validation_failed')
  return {
    operationId: description.id,
    tags: [description.tag],
    summary: description.summary,
    ...(description.description && { description: description.description }),
    ...(requireSession && { security: [{ bearer: [] }] }),
    requestParams: {
      ...(path && { path }),
      ...(query && { query }),
      ...(guarded && { header: ifMatch }),
      ...(idempotent && { header: idempotencyKey }),
    },
    ...(body && { requestBody: { required: !description.bodyOptional, content: contentOf(body) } }),
    responses: { ...description.answers, ...problems(codes) },
  }
}

const contentOf = (body: NonNullable<Description['body']>) =>
  body instanceof z.ZodType ? { 'application/json': { schema: body } } : body

const ifMatch = z.object({
  'If-Match': z
    .string()
    .optional()
    .meta({
      description:
        'The ETag that you read. The answer is 412, with the current one, when it is another by now.',
      examples: ['"3"'],
    }),
})

const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description: 'Of your making: the same request sent again with it changes nothing more.',
      examples: ['6f1c7f0e-4c1a-4f5b-9d57-0f6f8d0f4c52'],
    }),
})

/** References to the problem documents of these codes, by status. */
const problems = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    [...new Set(codes.map((code) => STATUS[code]))].map((status) => [
      String(status),
      { $ref: `#/components/responses/Problem${status}` },
    ]),
  )

const tag = z.string().meta({ description: 'The version of what was sent.', examples: ['"3"'] })
const location = z.string().meta({ description: 'Where the new record is.' })

/** 200 with JSON. */
export const sends = (schema: z.ZodType, description = 'OK'): Answers => ({
  '200': { description, content: { 'application/json': { schema } } },
})

/** 200 with a record and its ETag. */
export const sendsRecord = (schema: z.ZodType): Answers => ({
  '200': {
    description: 'The record.',
    headers: z.object({ ETag: tag }),
    content: { 'application/json': { schema } },
  },
})

/** 201 with a record, its ETag and where it is. */
export const creates = (schema: z.ZodType): Answers => ({
  '201': {
    description: 'The new record.',
    headers: z.object({ ETag: tag, Location: location }),
    content: { 'application/json': { schema } },
  },
})

/** 204. */
export const nothing: Answers = { '204': { description: 'Done; there is nothing to say.' } }

/** What comes out of memory: JSON or text with an ETag, and 304 for who has it. */
export const cached = (schema: z.ZodType | null, type = 'application/json'): Answers => ({
  '200': {
    description: 'OK',
    headers: z.object({ ETag: tag, 'Cache-Control': z.string() }),
    content: { [type]: { schema: schema ?? { type: 'string' } } },
  },
  '304': { description: '`If-None-Match` names what you would get.' },
})

/** The query of a list with these filters. */
export const listing = (filters: z.ZodRawShape = {}) => z.object({ ...paging, ...filters })

/** The envelope of a list. */
export const listOf = (item: z.ZodType) =>
  z.object({
    items: z.array(item),
    page: z.int().min(1),
    per_page: z.int().min(0).meta({ description: 'Of a whole list: as many as there are.' }),
    total: z.int().min(0),
  })

/** The id of a record in a path. */
export const recordPath = z.object({ id: z.int().min(1).max(INT4_MAX) })

export const instant = () => z.iso.datetime()

/** What every record of the admin side starts with. */
export const lifecycle = () => ({
  id: z.int(),
  version: z.int().meta({ description: 'Send it as `If-Match: "3"` to change just what you read.' }),
  created_at: instant(),
  updated_at: instant(),
})

/**
 * A body under its name, with examples of what comes in. Not by `meta` alone: zod takes those for what goes out, and
 * drops them where the two differ.
 */
export const named = (schema: z.ZodType, id: string, ...examples: object[]) =>
  schema.meta({ id, ...(examples.length > 0 && { override: { examples } }) })
