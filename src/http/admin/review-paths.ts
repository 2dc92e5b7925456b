// Reviews in the admin API.
import { z } from 'zod'
import { reviewInput } from '../../content/collaboration/reviews.ts'
import { reviewStates } from '../../platform/db/schema/collaboration.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { lists } from '../openapi/record-operations.ts'
import { namedSchema, recordId, recordLabels, timestamp } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { anyRecord } from './comment-paths.ts'

export const review = z
  .object({
    id: recordId,
    resource: z.string().meta({ examples: ['articles'] }),
    record_id: recordId,
    state: z.enum(reviewStates),
    changed: z.boolean().meta({ description: 'Whether the draft was edited since the state was set.' }),
    requested_by_id: recordId.nullable(),
    requested_by: z.string(),
    requested_at: timestamp(),
    request_note: z.string().nullable(),
    decided_by_id: recordId.nullable(),
    decided_by: z.string().nullable(),
    decided_at: timestamp().nullable(),
    decision_note: z.string().nullable(),
  })
  .meta({ id: 'Review' })

const listed = review
  .extend({
    ...recordLabels('Title or name of the record.', 'The same in English; null where it is not filled.'),
    path: z.string().meta({ description: 'Of the form in the panel.', examples: ['articles/12'] }),
  })
  .meta({ id: 'ListedReview' })

const answer = z.object({
  review: review
    .nullable()
    .meta({ description: 'null where there is none, or an edit has ended its approval.' }),
  etag: z.string().nullable().meta({
    description:
      'Of the draft as it is: send it as `If-Match` with the answer. null where visitors see the record as it is.',
  }),
  needs_approval: z.boolean().meta({
    description:
      'Whether a publication by this account would be refused with 403 `review_required`: `REVIEW_REQUIRED` asks for the approval of somebody else.',
  }),
})

export const reviewPaths = (): Paths =>
  operations(
    { tag: 'Reviews', access: 'discussion' },
    {
      'GET /api/admin/{resource}/{id}/review': {
        id: 'getReview',
        summary: 'Get the review of a draft',
        path: anyRecord,
        responses: returns(answer),
        errors: ['not_found'],
      },
      'POST /api/admin/{resource}/{id}/review': {
        id: 'reviewRecord',
        summary: 'Ask for a review, take that back, return a draft or approve it',
        description:
          'Of an unpublished article or a working copy. Creators ask; admins and editors answer. Where `REVIEW_REQUIRED` is set, an account that wrote the draft or asked for its review cannot approve it: 403 `review_required`.',
        path: anyRecord,
        conditional: true,
        body: namedSchema(reviewInput, 'ReviewStep', { action: 'return', note: 'The second figure is old.' }),
        responses: returns(answer),
        errors: ['not_found', 'conflict', 'review_required'],
      },
      'GET /api/admin/reviews': {
        id: 'listReviews',
        summary: 'List the reviews that have not ended, newest first',
        ...lists(listed, filters.reviews),
      },
    },
  )
