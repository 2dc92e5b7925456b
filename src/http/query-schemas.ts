// What queries may say: checked by the doors, told by the OpenAPI document.
import { z } from 'zod'
import { TRANSACTION_TYPES } from '../procurement/inventory/inventory-transactions.ts'
import { STATUSES } from '../procurement/quotes/quote-lifecycle.ts'
import { INT4_MAX, parseRecordId } from '../record-id.ts'
import { searchableResources } from '../search/searchable.ts'

const count = (most: number, description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'is not a positive whole number')
    .transform(Number)
    .refine((value) => value <= most, `is more than ${most}`)
    .optional()
    .meta({
      description,
      // A number to who reads the document, digits to who reads the query.
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: most })
      },
    })

/** Which page of a list, and how long it is; without either the list comes whole. */
export const paging = {
  page: count(1_000_000, 'From 1. Without `page` and `per_page` the whole list comes.'),
  per_page: count(100, 'At most 100; 20 unless told.'),
}

/** A filter that is on, off or absent. */
const flag = z
  .stringbool()
  .optional()
  .meta({ override: { type: 'string', enum: ['true', 'false'] } })

/** What a list is searched for. */
const searchText = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'contains a control character')
  .refine((value) => value.isWellFormed(), 'contains an unpaired surrogate')
  .optional()

/** Filters by the id of a record. */
const recordId = z
  .string()
  .transform((text, { issues }) => {
    const id = parseRecordId(text)
    if (id !== null) return id
    const message = `is not a record id: a whole number from 1 to ${INT4_MAX}`
    issues.push({ code: 'invalid_format', format: 'record_id', input: text, message })
    return z.NEVER
  })
  .optional()
  .meta({ override: { type: 'string', pattern: '^[1-9]\\d{0,9}$' } })

/** What each list may be filtered by. */
export const filters = {
  articles: { category: searchText, tag: searchText },
  messages: { q: searchText, read: flag, spam: flag },
  newsletter: { q: searchText, spam: flag },
  media: { search: searchText },
  quotes: { status: z.enum(STATUSES).optional(), mine: flag },
  transactions: { item_id: recordId, quote_id: recordId, type: z.enum(TRANSACTION_TYPES).optional() },
}

const number = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'is not a positive whole number')
    .transform(Number)
    .refine((value) => value <= most, `is more than ${most}`)
const instant = z.iso.datetime({ offset: true }).optional()

/** Which part of the audit trail; `before` is the id that the page before ended with. */
export const auditQuery = z.object({
  limit: number(500).default(50),
  before: number(INT4_MAX).optional(),
  from: instant,
  to: instant,
  actor: searchText,
  actor_id: searchText,
  action: searchText,
  entity: searchText,
  entity_id: searchText,
  request_id: searchText,
})

/** Of a write: whether it is the editor's own saving, which never publishes. */
export const writeQuery = z.object({
  autosave: flag.meta({ description: 'Saved by the editor itself: never publishes.' }),
})

const searchable = searchableResources.map(({ name }) => name)

/** Parameters of the public search; `languages` are the site's. */
export const searchParameters = (languages: readonly string[]) => ({
  q: searchText.unwrap().min(1).meta({ description: 'Words, or their beginnings; a hit has all of them.' }),
  lang: z
    .string()
    .refine((tag) => languages.includes(tag), `is not a language of this site (${languages.join(', ')})`)
    .optional()
    .meta({ description: 'Language tag of the texts to search; all languages by default.' }),
  types: z
    .string()
    .transform((names) => names.split(','))
    .refine(
      (names) => names.every((name) => searchable.includes(name)),
      `is a comma-separated list of ${searchable.join(', ')}`,
    )
    .optional()
    .meta({
      description: `Resources to search, separated by commas: ${searchable.join(', ')}; all of them by default.`,
      override: { type: 'string', examples: ['articles,pages'] },
    }),
})
