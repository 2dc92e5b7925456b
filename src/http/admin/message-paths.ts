// Messages of the contact form.
import { z } from 'zod'
import { messageMarks } from '../../messages/contact-messages.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields } from '../openapi/record-schemas.ts'
import { returnsCsv } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const message = z
  .object({
    ...recordFields(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string().nullable(),
    message: z.string(),
    locale: z.string().nullable(),
    read: z.boolean(),
    spam: z.boolean().meta({ description: 'Whether the honeypot field was filled in.' }),
  })
  .meta({ id: 'Message' })

const shared = { access: 'editor', tag: 'Messages' } as const

export const messagePaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/messages': {
      id: 'listMessages',
      summary: 'List contact messages, newest first',
      ...lists(message, filters.messages),
    },
    'GET /api/admin/messages/export.csv': {
      id: 'exportMessages',
      summary: 'Export all messages as CSV',
      responses: returnsCsv,
    },
    'GET /api/admin/messages/{id}': {
      id: 'getMessage',
      summary: 'Get a message',
      ...gets(message),
    },
    'PATCH /api/admin/messages/{id}': {
      id: 'markMessage',
      summary: 'Mark a message as read or as spam',
      ...changes(message, namedSchema(messageMarks, 'MessageMarks')),
    },
    'DELETE /api/admin/messages/{id}': {
      id: 'removeMessage',
      summary: 'Delete a message',
      ...removes,
    },
  })
