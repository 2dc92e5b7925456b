// Subscribers of the newsletter.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { gets, lists, removes } from '../openapi/record-operations.ts'
import { recordFields, timestamp } from '../openapi/record-schemas.ts'
import { returnsCsv } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const subscriber = z
  .object({
    ...recordFields(),
    email: z.string(),
    name: z.string().nullable(),
    locale: z.string().nullable(),
    spam: z.boolean().meta({ description: 'Whether the honeypot field was filled in.' }),
    state: z.enum(['pending', 'subscribed', 'unsubscribed']).meta({
      description: '`pending`: the link in the mail was not followed yet; deleted after seven days.',
    }),
    confirmed_at: timestamp()
      .nullable()
      .meta({ description: 'When the link was followed; null without a mail server.' }),
  })
  .meta({ id: 'Subscriber' })

const subscribers = { access: 'admin', tag: 'Newsletter' } as const

export const subscriberPaths = (): Paths => ({
  '/api/admin/newsletter': {
    get: operation({
      ...subscribers,
      id: 'listSubscribers',
      summary: 'List subscribers, newest first',
      ...lists(subscriber, filters.newsletter),
    }),
  },
  '/api/admin/newsletter/export.csv': {
    get: operation({
      ...subscribers,
      id: 'exportSubscribers',
      summary: 'Export all subscribers as CSV',
      responses: returnsCsv,
    }),
  },
  '/api/admin/newsletter/{id}': {
    get: operation({
      ...subscribers,
      id: 'getSubscriber',
      summary: 'Get a subscriber',
      ...gets(subscriber),
    }),
    delete: operation({
      ...subscribers,
      id: 'removeSubscriber',
      summary: 'Delete a subscriber',
      ...removes,
    }),
  },
})
