// Messages of the contact form.
import { z } from 'zod'
import { messageBatch, messageMarks } from '../../messages/contact-messages.ts'
import { messageStates } from '../../platform/db/schema/forms.ts'
import type { ErrorCode } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { needsRecentProof } from '../openapi/proof-of-identity.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsCsv } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { BATCH_DESCRIPTION } from './batch-paths.ts'

const message = z
  .object({
    ...recordFields(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string().nullable(),
    message: z.string(),
    locale: z.string().nullable(),
    page: z.string().nullable().meta({
      description: 'The page that the form was on: a path of this website, or the address of another one.',
    }),
    read: z.boolean(),
    spam: z.boolean().meta({ description: 'Whether the honeypot field was filled in.' }),
    state: z.enum(messageStates),
    state_by: z.string().nullable().meta({ description: 'Who set the state; null while nobody has.' }),
    state_at: timestamp().nullable(),
    assignee_id: z.int().nullable(),
    assignee: z.string().nullable().meta({ description: 'The name of the account.' }),
    note: z.string().nullable().meta({ description: 'For colleagues; the sender does not see it.' }),
  })
  .meta({ id: 'Message' })

const batchResult = z.object({
  op: z.enum(['patch', 'delete']),
  id: z.int(),
  version: z.int(),
  record: message.optional().meta({ description: 'Absent after `delete`.' }),
})

const shared = { access: 'editor', tag: 'Messages' } as const

export const messagePaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/messages': {
      id: 'listMessages',
      summary: 'List contact messages, newest first',
      ...lists(message, filters.messages),
    },
    'GET /api/admin/messages/assignees': {
      id: 'listMessageAssignees',
      summary: 'List the accounts that messages can be assigned to',
      responses: returns(z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) })),
    },
    'GET /api/admin/messages/export.csv': {
      id: 'exportMessages',
      summary: 'Export all messages as CSV',
      ...needsRecentProof,
      responses: returnsCsv,
    },
    'POST /api/admin/messages/batch': {
      id: 'batchMessages',
      summary: 'Change or delete up to 500 messages in one transaction',
      description: BATCH_DESCRIPTION,
      body: messageBatch.meta({ id: 'MessageBatch' }),
      responses: returns(z.object({ items: z.array(batchResult) }).meta({ id: 'MessageBatchResult' })),
      errors: ['not_found', 'stale'] satisfies ErrorCode[],
    },
    'GET /api/admin/messages/{id}': {
      id: 'getMessage',
      summary: 'Get a message',
      ...gets(message),
    },
    'PATCH /api/admin/messages/{id}': {
      id: 'markMessage',
      summary: 'Change the marks, state, assignee and note of a message',
      ...changes(message, namedSchema(messageMarks, 'MessageMarks')),
    },
    'DELETE /api/admin/messages/{id}': {
      id: 'removeMessage',
      summary: 'Delete a message',
      ...removes,
    },
  })
