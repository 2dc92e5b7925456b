// Subscribers of the newsletter.
import { z } from 'zod'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { needsRecentProof } from '../openapi/proof-of-identity.ts'
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

const shared = { access: 'editor', tag: 'Newsletter' } as const

export const subscriberPaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/newsletter': {
      id: 'listSubscribers',
      summary: 'List subscribers, newest first',
      ...lists(subscriber, filters.newsletter),
    },
    'GET /api/admin/newsletter/export.csv': {
      id: 'exportSubscribers',
      summary: 'Export all subscribers as CSV',
      ...needsRecentProof,
      responses: returnsCsv,
    },
    'GET /api/admin/newsletter/{id}': {
      id: 'getSubscriber',
      summary: 'Get a subscriber',
      ...gets(subscriber),
    },
    'DELETE /api/admin/newsletter/{id}': {
      id: 'removeSubscriber',
      summary: 'Delete a subscriber',
      ...removes,
    },
  })
