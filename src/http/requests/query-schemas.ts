// Schemas of query parameters: they validate requests and describe the parameters in the OpenAPI document.

import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { findResource, resources } from '../../content/resources/resource-registry.ts'
import { searchableResources } from '../../content/search/searchable.ts'
import { publicSortFields } from '../../content/snapshot/field-orders.ts'
import { listParameters } from '../../content/verbs/list-query.ts'
import { reviewStates } from '../../platform/db/schema/collaboration.ts'
import { messageStates } from '../../platform/db/schema/forms.ts'
import { releaseStates } from '../../platform/db/schema/releases.ts'
import { TRANSACTION_TYPES } from '../../procurement/inventory/inventory-transactions.ts'
import { STATUSES } from '../../procurement/quotes/quote-lifecycle.ts'
import { SUPPLIER_SORTS } from '../../procurement/suppliers/suppliers.ts'
import { INT4_MAX, parseRecordId } from '../../text/record-id.ts'
import { STORABLE, WELL_FORMED } from '../../text/text-fields.ts'

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

/** True or false. */
export const flag = z
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
    category: searchText.meta({ description: 'Slug or id of a category; 404 if there is none.' }),
    tag: searchText.meta({ description: 'A tag, spelled as in `tags`.' }),
    q: searchText.meta({
      description: 'Words, or their beginnings, that the article contains in any language.',
    }),
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
  drafts: {
    resource: z
      .string()
      .refine((name) => findResource(name) !== null, 'must be the name of a resource')
      .optional()
      .meta({ description: 'Name of a resource.' }),
  },
  releases: { state: z.enum(releaseStates).optional().meta({ description: 'How far they are.' }) },
  messages: {
    q: searchText.meta({ description: 'Words that the message, its subject or its sender contains.' }),
    read: flag.meta({ description: 'Whether to list read or unread messages; by default both are listed.' }),
    state: z.enum(messageStates).optional().meta({ description: 'How far the answer is.' }),
    assignee_id: recordId.meta({ description: 'Assigned to this account.' }),
    spam,
  },
  newsletter: {
    q: searchText.meta({ description: 'Words that the email or the name contains.' }),
    spam,
    state: z
      .enum(['pending', 'subscribed', 'unsubscribed'])
      .optional()
      .meta({ description: '`pending`: not confirmed yet. By default all are listed.' }),
  },
  reviews: {
    state: z.enum(reviewStates).optional(),
    mine: flag.meta({ description: 'Reviews that you asked for, or with `false` only others.' }),
  },
  users: { q: searchText.meta({ description: 'Words that the email or the name contains.' }) },
  tokens: { user_id: recordId.meta({ description: 'Of this account; by default your own.' }) },
  media: {
    search: searchText.meta({ description: 'Words that the path, an alt text or the title contains.' }),
    tag: z
      .string()
      .max(60)
      .refine(...STORABLE)
      .optional()
      .meta({ description: 'A tag, spelled as in `tags`.' }),
    alt_empty: flag.meta({ description: 'Images without an alt text, or with one.' }),
    alt_en_empty: flag.meta({ description: 'Images without an English alt text, or with one.' }),
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
    q: searchText.meta({
      description: 'Words that the number, the title or the number of an order contains.',
    }),
    status: z.enum(STATUSES).optional(),
    mine: flag.meta({ description: 'With `true`, only your own quotes.' }),
  },
  suppliers: {
    q: searchText.meta({ description: 'Words that the name, the code, the tax id or a contact contains.' }),
    active: flag.meta({ description: 'Active or inactive suppliers; by default both.' }),
    sort: z.enum(SUPPLIER_SORTS).optional().meta({ description: '`name` by default; `-` reverses.' }),
  },
  items: { q: searchText.meta({ description: 'Words that the SKU or the name contains.' }) },
  transactions: { item_id: recordId, quote_id: recordId, type: z.enum(TRANSACTION_TYPES).optional() },
}

/** The query of `GET /api/site`. */
export const siteQuery = z.strictObject({
  bodies: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'With `false`, long texts are left out, as in lists.' }),
  preview: z.string().optional().meta({
    description:
      'A preview token: includes the current state of its record, or of its set of working copies. 404 if it has ended.',
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
  via: searchText.meta({ description: 'The API token that the actor used, such as `token "CI"`.' }),
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

const languageParameter = (languages: readonly string[], description: string) =>
  z
    .string()
    .refine((tag) => languages.includes(tag), `must be a language of this site: ${languages.join(' or ')}`)
    .optional()
    .meta({ description })

/** The parameters of a resource's public list besides paging; `languages` are the languages of the site. */
export const publicListParameters = (resource: Resource, languages: readonly string[]) => {
  const sortable = publicSortFields(resource)
  return {
    sort: z
      .string()
      .refine(
        (sort) => sort === 'newest' || sortable.includes(sort.replace(/^-/, '')) || sort === 'position',
        `must be position, newest or one of ${sortable.join(', ')}, with - before a field for descending order`,
      )
      .optional()
      .meta({
        description:
          '`position` by default; `newest`, by publication; or one field, such as `-updated_at`. Empty values come last.',
      }),
    lang: languageParameter(
      languages,
      'Only records that have all texts they need in this language; `total` counts only them.',
    ),
    fields: z
      .string()
      .transform((text) => text.split(','))
      .refine(
        (names) => names.every((name) => resource.publicFields.includes(name)),
        `must be some of ${resource.publicFields.join(', ')}, separated by commas`,
      )
      .transform((names) => resource.publicFields.filter((name) => names.includes(name)))
      .optional()
      .meta({
        description:
          'Fields to answer, such as `title,slug`; `id` always comes along. Long texts, and fields of more than 1,000 records, need paging.',
        override: { type: 'string' },
      }),
  }
}

/** The query of `GET /api/site/head`; `languages` are the languages of the site. */
export const headParameters = (languages: readonly string[]) => ({
  path: resolveQuery.shape.path.meta({
    description: 'A path of the website, with its query if it has one, or its whole address.',
    examples: ['/blog?page=2'],
  }),
  lang: languageParameter(
    languages,
    'The language of the page; by default that of its address, or the primary one.',
  ),
})

/** `languages` are the languages of the site. */
export const searchParameters = (languages: readonly string[]) => ({
  q: searchText
    .unwrap()
    .min(1)
    .meta({ description: 'Words or beginnings of words; results contain all of them.' }),
  lang: languageParameter(languages, 'The language to search; by default both.'),
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

const resourceName = z.enum(resources.map(({ name }) => name))

/** The record that a session has open. */
export const presenceBody = z.strictObject({
  resource: resourceName,
  id: z.union([z.int().min(1).max(INT4_MAX), singleLine(200).min(1)]).meta({ description: 'Or its key.' }),
})

export const presenceQuery = z.strictObject({
  resource: resourceName.optional(),
  id: positiveInteger(INT4_MAX).optional(),
})

export const lastEventIdHeader = z.object({
  'Last-Event-ID': z.string().optional().meta({
    description: 'The `id` of the last event that you have. The stream begins with those after it.',
  }),
})

/** The query of `GET /api/openapi.json`. */
export const documentQuery = z.object({
  audience: z
    .enum(['all', 'public'])
    .default('all')
    .meta({ description: '`public`: only what a frontend needs, the operations without a token.' }),
})

/** Of the OpenAPI document, the readers. */
export type Audience = z.output<typeof documentQuery>['audience']
