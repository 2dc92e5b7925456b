// Schemas that many operations share: paging, ids, timestamps.
import { z } from 'zod'
import { ROLES } from '../../accounts/actor.ts'
import { furtherFields, withValue } from '../../text/content-language.ts'
import { INT4_MAX } from '../../text/record-id.ts'
import { paging } from '../requests/query-schemas.ts'

/** The query of a list with these filters. */
export const pagedQuery = (filters: z.ZodRawShape = {}) => z.object({ ...paging, ...filters })

/** The envelope of a list. */
export const listOf = (item: z.ZodType) =>
  z.object({
    items: z.array(item),
    page: z.int().min(1),
    per_page: z.int().min(1).meta({ description: 'Without paging, `total`, or 1 for an empty list.' }),
    total: z.int().min(0),
  })

export const recordId = z.int().min(1).max(INT4_MAX)

export const recordPath = z.object({ id: recordId })

export const timestamp = () => z.iso.datetime()

/** The API token that an actor used. */
export const via = () =>
  z.string().nullable().meta({
    description: 'The API token that the actor used, such as `token "CI"`; null for none.',
  })

/** The name of a record in each language, with these descriptions of the primary one and of the others. */
export const recordLabels = (primary: string, further: string) => ({
  label: z.string().meta({ description: primary }),
  ...withValue(furtherFields('label'), z.string().nullable().meta({ description: further })),
})

/** The fields that every editable record has. */
export const recordFields = () => ({
  id: z.int(),
  version: z.int().meta({ description: 'Send it as `If-Match: "3"` to change only the version you read.' }),
  created_at: timestamp(),
  updated_at: timestamp(),
})

/** The fields that describe an account. */
export const accountFields = { email: z.string(), name: z.string(), role: z.enum(ROLES) }

/**
 * A request body as a named component with examples. The examples are an `override` because zod drops `meta.examples`
 * for input schemas that differ from their output.
 */
export const namedSchema = (schema: z.ZodType, id: string, ...examples: object[]) =>
  schema.meta({ id, ...(examples.length > 0 && { override: { examples } }) })
