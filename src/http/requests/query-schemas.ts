// Schemas of query parameters: they validate requests and describe the parameters in the OpenAPI document.

import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { findResource } from '../../content/resources/resource-registry.ts'
import { searchableResources } from '../../content/search/searchable.ts'
import { listParameters } from '../../content/verbs/list-query.ts'
import { TRANSACTION_TYPES } from '../../procurement/inventory/inventory-transactions.ts'
import { STATUSES } from '../../procurement/quotes/quote-lifecycle.ts'
import { INT4_MAX, parseRecordId } from '../../text/record-id.ts'
import { WELL_FORMED } from '../../text/text-fields.ts'

/** A number from 1 to `max`; the document declares an integer, although a query holds digits. */
const positiveInteger = (max: number) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= max,
      `must be a whole number from 1 to ${max}`,
    )
    .transform(Number)
    .meta({
      override: ({ jsonSchema }) =>
        void Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: max }),
    })

export const paging = {
  page: positiveInteger(1_000_000)
    .optional()
    .meta({ description: 'The page, from 1. Without `page` and `per_page`, the whole list is returned.' }),
  per_page: positiveInteger(100).optional().meta({ description: 'Items per page; 20 by default.' }),
}

const flag = z
  .stringbool({ error: 'must be true or false' })
  .optional()
  .meta({ override: { type: 'string', enum: ['true', 'false'] } })

const singleLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'contains a control character')
    .refine(...WELL_FORMED)

const searchText = singleLine(200).optional()

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

const spam = flag.meta({ description: 'With `true`, the spam folder; by default the inbox.' })

/** The filters of each list. */
export const filters = {
  articles: {
    category: searchText.meta({ description: 'Slug or id of a category.' }),
    tag: searchText.meta({ description: 'A tag, spelled as in `tags`.' }),
    q: searchText.meta({
      description: 'Words, or their beginnings, that the article contains in any language.',
    }),
    sort: z
      .enum(['newest', 'position'])
      .optional()
      .meta({ description: '`position` by default; `newest` starts with the latest publication.' }),
  },
  trash: {
    q: searchText.meta({ description: 'Words that the name of the record contains.' }),
    resource: z
      .string()
      .refine(
        (name) => name === 'media' || findResource(name) !== null,
        'must be the name of a resource, or media',
      )
      .optional()
      .meta({ description: 'Name of a resource, or `media`.' }),
  },
  messages: {
    q: searchText.meta({ description: 'Text to search for.' }),
    read: flag.meta({ description: 'Whether to list read or unread messages; by default both are listed.' }),
    spam,
  },
  newsletter: {
    q: searchText.meta({ description: 'Text to search for.' }),
    spam,
    state: z
      .enum(['pending', 'subscribed', 'unsubscribed'])
      .optional()
      .meta({ description: '`pending`: not confirmed yet. By default all are listed.' }),
  },
  users: { q: searchText.meta({ description: 'Text in the email or the name.' }) },
  tokens: { user_id: recordId.meta({ description: 'Of this account; by default your own.' }) },
  media: {
    search: searchText.meta({ description: 'Words that the path, alt text or title contains.' }),
    unused: flag.meta({ description: 'With `true`, only files that no record uses.' }),
    type: z
      .enum(['image', 'document'])
      .optional()
      .meta({ description: '`document`: PDFs. By default all files.' }),
    sort: z
      .enum(['newest', 'oldest', 'name', 'size'])
      .optional()
      .meta({ description: '`newest` by default; `size` starts with the largest.' }),
  },
  quotes: {
    status: z.enum(STATUSES).optional(),
    mine: flag.meta({ description: 'With `true`, only your own quotes.' }),
  },
  transactions: { item_id: recordId, quote_id: recordId, type: z.enum(TRANSACTION_TYPES).optional() },
}

/** The query of `GET /api/site`. */
export const siteQuery = z.object({
  bodies: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With `false`, long texts are left out, as in lists.' }),
  preview: z.string().optional().meta({
    description: 'A preview token: includes the current state of its record. 404 if it has ended.',
  }),
})

const timestamp = z.iso.datetime({ offset: true }).optional()

export const auditQuery = z.strictObject({
  limit: positiveInteger(500).default(50),
  before: positiveInteger(INT4_MAX)
    .optional()
    .meta({ description: 'Only rows with a lower id: `next_before` of the previous page.' }),
  from: timestamp,
  to: timestamp,
  actor: searchText,
  actor_id: searchText,
  action: searchText,
  entity: searchText,
  entity_id: searchText,
  request_id: searchText,
})

/** The query of POST, PUT and PATCH in the admin API. */
export const writeQuery = z.object({
  autosave: flag.meta({
    description: 'With `true`, the editor saves by itself: `status` and `published_at` stay as they are.',
  }),
})

export const batchQuery = z.object({
  records: flag.meta({ description: 'With `false`, the results have no `record`.' }),
})

const MAX_SCORED = 100

/** The query of `GET /api/admin/articles/seo`. */
export const scoresQuery = z.object({
  ids: z
    .string()
    .transform((text) => [...new Set(text.split(',').map(parseRecordId))])
    .refine(
      (ids) => ids.length <= MAX_SCORED && ids.every((id) => id !== null),
      `must be at most ${MAX_SCORED} record ids, separated by commas`,
    )
    .transform((ids) => ids.filter((id) => id !== null))
    .meta({ description: 'Ids of articles, such as `1,2,3`.', override: { type: 'string' } }),
})

/** The query of `GET /api/admin/redirects/resolve`. */
export const resolveQuery = z.object({
  path: singleLine(2_048)
    .min(1)
    .meta({ description: 'A path of the website, or its whole address.', examples: ['/blog/old-title'] }),
})

export const revisionQuery = z.object({
  diff: z
    .string()
    .refine(
      (value) => ['previous', 'current'].includes(value) || parseRecordId(value) !== null,
      'must be previous, current or the id of a revision',
    )
    .optional()
    .meta({
      description:
        'Adds `changes` between this revision and the `previous` one, the `current` record or another revision.',
      override: { type: 'string', pattern: '^(previous|current|[1-9]\\d{0,9})$' },
    }),
})

const searchable = searchableResources.map(({ name }) => name)

/** `languages` are the languages of the site. */
export const searchParameters = (languages: readonly string[]) => ({
  q: searchText
    .unwrap()
    .min(1)
    .meta({ description: 'Words or beginnings of words; results contain all of them.' }),
  lang: z
    .string()
    .refine((tag) => languages.includes(tag), `must be a language of this site: ${languages.join(' or ')}`)
    .optional()
    .meta({ description: 'The language to search; by default both.' }),
  types: z
    .string()
    .transform((names) => names.split(','))
    .refine(
      (names) => names.every((name) => searchable.includes(name)),
      `must be a comma-separated list of ${searchable.join(', ')}`,
    )
    .optional()
    .meta({
      description: `The resources to search, separated by commas: ${searchable.join(', ')}. By default all of them.`,
      override: { type: 'string', examples: ['articles,pages'] },
    }),
})

/** Parameters of a resource's admin list besides paging. */
export const listFilters = (resource: Resource): z.ZodRawShape => ({
  q: searchText.meta({
    description: 'Words, or their beginnings, that the texts of the record contain in either language.',
  }),
  ...listParameters(resource),
})
