// Messages of the contact form.
import { z } from 'zod'
import { messageMarks } from '../../messages/messages.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
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

const messages = { access: 'admin', tag: 'Messages' } as const

export const messagePaths = (): Paths => ({
  '/api/admin/messages': {
    get: operation({
      ...messages,
      id: 'listMessages',
      summary: 'List contact messages, newest first',
      ...lists(message, filters.messages),
    }),
  },
  '/api/admin/messages/export.csv': {
    get: operation({
      ...messages,
      id: 'exportMessages',
      summary: 'Export all messages as CSV',
      responses: returnsCsv,
    }),
  },
  '/api/admin/messages/{id}': {
    get: operation({
      ...messages,
      id: 'getMessage',
      summary: 'Get a message',
      ...gets(message),
    }),
    patch: operation({
      ...messages,
      id: 'markMessage',
      summary: 'Mark a message as read or as spam',
      ...changes(message, namedSchema(messageMarks, 'MessageMarks')),
    }),
    delete: operation({
      ...messages,
      id: 'removeMessage',
      summary: 'Delete a message',
      ...removes,
    }),
  },
})
