// Successful responses that many operations share.
import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'

type Responses = ZodOpenApiResponsesObject

const etag = z.string().meta({ description: 'The version of the response.', examples: ['"3"'] })
const location = z.string().meta({ description: 'The path of the new record.' })

/** 200 with JSON. */
export const returns = (schema: z.ZodType, description = 'OK'): Responses => ({
  '200': { description, content: { 'application/json': { schema } } },
})

/** 200 with a record and its ETag. */
export const returnsRecord = (schema: z.ZodType): Responses => ({
  '200': {
    description: 'The record.',
    headers: z.object({ ETag: etag }),
    content: { 'application/json': { schema } },
  },
})

/** 201 with a new record, its ETag and its path. */
export const returnsCreated = (schema: z.ZodType): Responses => ({
  '201': {
    description: 'The new record.',
    headers: z.object({ ETag: etag, Location: location }),
    content: { 'application/json': { schema } },
  },
})

/** 200 with a table. */
export const returnsCsv: Responses = {
  '200': {
    description: 'CSV in UTF-8 with a byte order mark and CRLF line ends.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  },
}

/** 200 with server-sent events. */
export const returnsEvents: Responses = {
  '200': {
    description: 'Events, and a comment every 15 seconds.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  },
}

/** 204. */
export const returnsNothing: Responses = { '204': { description: 'Done.' } }

export const notModified: Responses = {
  '304': { description: 'Not modified: `If-None-Match` contains the current ETag.' },
}

/** 200 with an ETag, or 304. The body is JSON of this schema, or text of another type. */
export const returnsCacheable = (schema: z.ZodType | null, type = 'application/json'): Responses => ({
  '200': {
    description: 'OK',
    headers: z.object({ ETag: etag, 'Cache-Control': z.string() }),
    content: { [type]: { schema: schema ?? { type: 'string' } } },
  },
  ...notModified,
})
