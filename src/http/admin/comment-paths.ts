// Comments in the admin API.
import { z } from 'zod'
import { commentChanges, newComment } from '../../content/collaboration/comments.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordId,
  recordPath,
  timestamp,
} from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'

/** The path parameters of routes that all resources share. */
export const anyRecord = z.object({
  resource: z.enum(resources.map(({ name }) => name)).meta({ id: 'ResourceName' }),
  id: z.string().meta({ description: 'The id of the record, or its key.' }),
})

const person = z.object({ id: recordId, name: z.string() })

const comment = z
  .object({
    id: recordId,
    author_id: recordId.nullable().meta({ description: 'null once the account is deleted.' }),
    author: z.string(),
    body: z.string().meta({ description: 'Plain text with mentions as `@[12]`.' }),
    mentions: z.array(person.extend({ name: z.string().nullable() })),
    anchor: z
      .object({ field: z.string(), quote: z.string(), position: z.int() })
      .nullable()
      .meta({ description: 'The passage that the comment is about; null: the record.' }),
    created_at: timestamp(),
    edited_at: timestamp().nullable(),
    resolved_at: timestamp().nullable(),
    resolved_by: z.string().nullable(),
  })
  .meta({ id: 'Comment' })

const example = {
  body: '@[3] is this figure still true?',
  anchor: { field: 'content', quote: '1,200 tons', position: 84 },
}

export const commentPaths = (): Paths =>
  operations(
    { tag: 'Comments', access: 'discussion' },
    {
      'GET /api/admin/{resource}/{id}/comments': {
        id: 'listComments',
        summary: 'List the comments on a record, the oldest first',
        path: anyRecord,
        query: pagedQuery(),
        responses: returns(listOf(comment)),
        errors: ['not_found', 'paging_required'],
      },
      'POST /api/admin/{resource}/{id}/comments': {
        id: 'addComment',
        summary: 'Comment on a record, or on a passage of it',
        description: 'Mails the mentioned accounts, as each of them has chosen.',
        path: anyRecord,
        body: namedSchema(newComment, 'NewComment', example),
        responses: { '201': { ...returns(comment)['200']!, description: 'The new comment.' } },
        errors: ['not_found', 'conflict'],
      },
      'GET /api/admin/{resource}/{id}/comments/people': {
        id: 'listColleagues',
        summary: 'List the accounts that a comment on a record may mention',
        path: anyRecord,
        responses: returns(z.object({ items: z.array(person) })),
        errors: ['not_found'],
      },
      'PATCH /api/admin/comments/{id}': {
        id: 'updateComment',
        summary: 'Edit or resolve a comment',
        description: 'Only its author changes the text; everybody who may read it resolves it.',
        path: recordPath,
        body: namedSchema(commentChanges, 'CommentChanges', { resolved: true }),
        responses: returns(comment),
        errors: ['not_found'],
      },
      'DELETE /api/admin/comments/{id}': {
        id: 'removeComment',
        summary: 'Delete a comment: your own or, as an admin or editor, any',
        path: recordPath,
        responses: returnsNothing,
        errors: ['not_found'],
      },
    },
  )
