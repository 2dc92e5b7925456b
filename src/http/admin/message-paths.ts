// What admins do with messages of the contact form.
import { z } from 'zod'
import { messageMarks } from '../../messages/messages.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { listOf, namedSchema, pagedQuery, recordFields, recordPath } from '../openapi/record-schemas.ts'
import { returns, returnsCsv, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
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
      query: pagedQuery(filters.messages),
      responses: returns(listOf(message)),
      errors: ['paging_required'],
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
      path: recordPath,
      responses: returnsRecord(message),
      errors: ['not_found'],
    }),
    patch: operation({
      ...messages,
      id: 'markMessage',
      summary: 'Mark a message as read or as spam',
      path: recordPath,
      conditional: true,
      body: namedSchema(messageMarks, 'MessageMarks'),
      responses: returnsRecord(message),
      errors: ['not_found'],
    }),
    delete: operation({
      ...messages,
      id: 'removeMessage',
      summary: 'Delete a message',
      path: recordPath,
      conditional: true,
      responses: returnsNothing,
      errors: ['not_found'],
    }),
  },
})
