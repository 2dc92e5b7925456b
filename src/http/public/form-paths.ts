// The public forms, and what admins do with the submissions.
import { z } from 'zod'
import { messageMarks } from '../../messages/messages.ts'
import { contactForm } from '../../messages/submit-contact.ts'
import { newsletterForm } from '../../messages/subscribe.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { problem } from '../openapi/problem-schema.ts'
import {
  listOf,
  namedSchema,
  pagedQuery,
  recordFields,
  recordPath,
  timestamp,
} from '../openapi/record-schemas.ts'
import { returns, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { TITLES } from '../responses/problem-responses.ts'

const contact = namedSchema(
  contactForm,
  'ContactForm',
  {
    name: 'سارا احمدی',
    email: 'sara@example.com',
    message: 'برای ده پمپ سانتریفیوژ قیمت می‌خواهم.',
    locale: 'fa',
  },
  {
    name: 'Sara Ahmadi',
    email: 'sara@example.com',
    message: 'Please quote ten centrifugal pumps.',
    locale: 'en',
  },
)
const newsletter = namedSchema(
  newsletterForm,
  'NewsletterForm',
  { email: 'sara@example.com', name: 'سارا احمدی', locale: 'fa' },
  { email: 'sara@example.com', locale: 'en' },
)

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

export const formPaths = (): Paths => ({
  '/api/contact': { post: submission('sendContact', 'Send a contact message', contact) },
  '/api/newsletter': { post: submission('subscribe', 'Subscribe to the newsletter', newsletter) },
  ...messagePaths(),
  ...subscriberPaths(),
})

const submission = (id: string, summary: string, schema: z.ZodType) =>
  operation({
    id,
    tag: 'Forms',
    summary,
    description:
      'Accepts JSON and HTML form encoding, where unknown fields, such as the name of the button, are ignored. A form that a page posts without JavaScript (form encoding, unless `Accept` asks for JSON or a script sends it) is answered with a redirect to the contact page, which shows the confirmation, or what was typed with an error at each field. `website` is a honeypot: hide the field from people and leave it empty. Limited to five accepted submissions, and 30 that fail validation, per address within 15 minutes. The messages are in Persian or English, by `locale` or else by `Accept-Language`.',
    body: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
    },
    responses: {
      '201': {
        description: 'Accepted.',
        content: { 'application/json': { schema: z.object({ ok: z.literal(true) }) } },
      },
      '303': {
        description: 'The contact page with the result, for a form that a page posted.',
        headers: z.object({ Location: z.string() }),
      },
      '200': {
        description: 'The confirmation, on a site without a contact page.',
        content: { 'text/html': { schema: { type: 'string' as const } } },
      },
      ...noticePages,
    },
    errors: ['too_many_requests'],
  })

/** For a page's own form, errors of the whole submission are pages; so are all of a site without a contact page. */
const noticePages = Object.fromEntries(
  [400, 408, 413, 422, 429, 503].map((status) => [
    String(status),
    {
      description: `${TITLES[status]}.`,
      ...(status === 429 && {
        headers: z.object({
          'Retry-After': z.string().meta({ description: 'Seconds until the next attempt.' }),
        }),
      }),
      content: {
        'application/problem+json': { schema: problem },
        'text/html': { schema: { type: 'string' as const } },
      },
    },
  ]),
)

const csv = {
  '200': {
    description: 'CSV in UTF-8 with a byte order mark and CRLF line ends.',
    content: { 'text/csv': { schema: { type: 'string' as const } } },
  },
}

const messages = { access: 'admin', tag: 'Messages' } as const

const messagePaths = (): Paths => ({
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
      responses: csv,
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

const subscribers = { access: 'admin', tag: 'Newsletter' } as const

const subscriberPaths = (): Paths => ({
  '/api/admin/newsletter': {
    get: operation({
      ...subscribers,
      id: 'listSubscribers',
      summary: 'List subscribers, newest first',
      query: pagedQuery(filters.newsletter),
      responses: returns(listOf(subscriber)),
      errors: ['paging_required'],
    }),
  },
  '/api/admin/newsletter/export.csv': {
    get: operation({
      ...subscribers,
      id: 'exportSubscribers',
      summary: 'Export all subscribers as CSV',
      responses: csv,
    }),
  },
  '/api/admin/newsletter/{id}': {
    get: operation({
      ...subscribers,
      id: 'getSubscriber',
      summary: 'Get a subscriber',
      path: recordPath,
      responses: returnsRecord(subscriber),
      errors: ['not_found'],
    }),
    delete: operation({
      ...subscribers,
      id: 'removeSubscriber',
      summary: 'Delete a subscriber',
      path: recordPath,
      conditional: true,
      responses: returnsNothing,
      errors: ['not_found'],
    }),
  },
})
