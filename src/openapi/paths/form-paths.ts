// The public forms, and the boxes that admins find them in.
import { z } from 'zod'
import { messageMarks } from '../../forms/messages.ts'
import { contactForm } from '../../forms/submit-contact.ts'
import { newsletterForm } from '../../forms/subscribe.ts'
import { filters } from '../../http/query-schemas.ts'
import {
  lifecycle,
  listing,
  listOf,
  named,
  nothing,
  operation,
  type Paths,
  recordPath,
  sends,
  sendsRecord,
} from '../describe-operation.ts'

const done = z.object({ ok: z.literal(true) })

const contact = named(
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
const newsletter = named(
  newsletterForm,
  'NewsletterForm',
  { email: 'sara@example.com', name: 'سارا احمدی', locale: 'fa' },
  { email: 'sara@example.com', locale: 'en' },
)

const message = z
  .object({
    ...lifecycle(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    subject: z.string().nullable(),
    message: z.string(),
    locale: z.string().nullable(),
    read: z.boolean(),
    spam: z.boolean(),
  })
  .meta({ id: 'Message' })

const subscriber = z
  .object({
    ...lifecycle(),
    email: z.string(),
    name: z.string().nullable(),
    locale: z.string().nullable(),
    spam: z.boolean(),
  })
  .meta({ id: 'Subscriber' })

const form = (schema: z.ZodType) => ({
  'application/json': { schema },
  'application/x-www-form-urlencoded': { schema },
})

const csv = (description: string) => ({
  '200': { description, content: { 'text/csv': { schema: { type: 'string' as const } } } },
})

const posts = (id: string, summary: string, schema: z.ZodType) =>
  operation({
    id,
    tag: 'Forms',
    summary,
    description:
      'As JSON or as an HTML form sends it. `website` is for robots: people do not see the field. At most five in 15 minutes from an address.',
    body: form(schema),
    answers: { '201': { description: 'It came in.', content: { 'application/json': { schema: done } } } },
    errors: ['too_many_requests'],
  })

const admin = { requireSession: 'admin' } as const

export const formPaths = (): Paths => ({
  '/api/contact': { post: posts('sendContact', 'Write to the company', contact) },
  '/api/newsletter': { post: posts('subscribe', 'Subscribe to the newsletter', newsletter) },
  '/api/admin/messages': {
    get: operation({
      ...admin,
      id: 'listMessages',
      tag: 'Messages',
      summary: 'What came through the contact form, newest first',
      query: listing(filters.messages),
      answers: sends(listOf(message)),
      errors: ['paging_required'],
    }),
  },
  '/api/admin/messages/export.csv': {
    get: operation({
      ...admin,
      id: 'exportMessages',
      tag: 'Messages',
      summary: 'All messages for a spreadsheet',
      answers: csv('UTF-8 with a byte order mark, lines end with CRLF.'),
    }),
  },
  '/api/admin/messages/{id}': {
    get: operation({
      ...admin,
      id: 'getMessage',
      tag: 'Messages',
      summary: 'One message',
      path: recordPath,
      answers: sendsRecord(message),
      errors: ['not_found'],
    }),
    patch: operation({
      ...admin,
      id: 'markMessage',
      tag: 'Messages',
      summary: 'Mark it read, or as spam',
      path: recordPath,
      guarded: true,
      body: named(messageMarks, 'MessageMarks'),
      answers: sendsRecord(message),
      errors: ['not_found'],
    }),
    delete: operation({
      ...admin,
      id: 'removeMessage',
      tag: 'Messages',
      summary: 'Remove it',
      path: recordPath,
      guarded: true,
      answers: nothing,
      errors: ['not_found'],
    }),
  },
  '/api/admin/newsletter': {
    get: operation({
      ...admin,
      id: 'listSubscribers',
      tag: 'Newsletter',
      summary: 'Who subscribed, newest first',
      query: listing(filters.newsletter),
      answers: sends(listOf(subscriber)),
      errors: ['paging_required'],
    }),
  },
  '/api/admin/newsletter/export.csv': {
    get: operation({
      ...admin,
      id: 'exportSubscribers',
      tag: 'Newsletter',
      summary: 'All subscribers for a spreadsheet',
      answers: csv('UTF-8 with a byte order mark, lines end with CRLF.'),
    }),
  },
  '/api/admin/newsletter/{id}': {
    get: operation({
      ...admin,
      id: 'getSubscriber',
      tag: 'Newsletter',
      summary: 'One subscriber',
      path: recordPath,
      answers: sendsRecord(subscriber),
      errors: ['not_found'],
    }),
    delete: operation({
      ...admin,
      id: 'removeSubscriber',
      tag: 'Newsletter',
      summary: 'Remove the address',
      path: recordPath,
      guarded: true,
      answers: nothing,
      errors: ['not_found'],
    }),
  },
})
