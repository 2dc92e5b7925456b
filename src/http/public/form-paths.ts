// The public forms.
import { z } from 'zod'
import type { FormName } from '../../messages/refused-submissions.ts'
import { contactForm } from '../../messages/submit-contact.ts'
import { newsletterForm } from '../../messages/subscribe.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { problem } from '../openapi/problem-schema.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
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

const forms = {
  contact: { id: 'sendContact', summary: 'Send a contact message', schema: contact },
  newsletter: { id: 'subscribe', summary: 'Subscribe to the newsletter', schema: newsletter },
}

export const formPaths = (name: FormName): Paths => ({ [`/api/${name}`]: { post: submission(forms[name]) } })

type Form = (typeof forms)[FormName]

const submission = ({ id, summary, schema }: Form) =>
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

/** Errors of a whole submission are pages for a page's own form, and all errors are on a site without a contact page. */
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
