// Mail: its state for admins, and the pages that links in newsletter mails lead to.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { timestamp } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'

const status = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether a mail server is configured.' }),
    from: z.string().nullable().meta({ description: 'The sender of all mails.' }),
    queued: z.int(),
    oldest_at: timestamp().nullable(),
    failed: z
      .array(
        z.object({
          id: z.uuid(),
          kind: z.string().meta({ examples: ['contact-notice'] }),
          recipient: z.string(),
          attempts: z.int(),
          error: z.string(),
          failed_at: timestamp(),
        }),
      )
      .meta({ description: 'Given up within the last 30 days, newest first, at most 20.' }),
  })
  .meta({ id: 'MailStatus' })

const query = z.object({
  token: z.string().optional().meta({ description: 'From the link in a mail.' }),
  lang: z.string().optional().meta({ description: '`en` for English; by default the primary language.' }),
})

const html = { 'text/html': { schema: { type: 'string' as const } } }
const page = {
  '200': { description: 'A page that offers the step, or says that it is done.', content: html },
  '404': { description: 'A page that says that the link is not valid any more.', content: html },
}

const pages = { tag: 'Pages', query, responses: page } as const

export const mailPaths = (): Paths => ({
  '/api/admin/mail': {
    get: operation({
      access: 'admin',
      tag: 'Operations',
      id: 'getMailStatus',
      summary: 'Get the state of outgoing mail',
      responses: returns(status),
    }),
  },
  '/newsletter/confirm': {
    get: operation({
      ...pages,
      id: 'page-newsletter-confirm',
      summary: 'Get the page that confirms a subscription; changes nothing',
    }),
    post: operation({
      ...pages,
      id: 'confirmSubscription',
      summary: 'Confirm a subscription',
      description: 'The body is not read.',
    }),
  },
  '/newsletter/unsubscribe': {
    get: operation({
      ...pages,
      id: 'page-newsletter-unsubscribe',
      summary: 'Get the page that ends a subscription; changes nothing',
    }),
    post: operation({
      ...pages,
      id: 'unsubscribe',
      summary: 'End a subscription',
      description:
        'Also the one-click address of `List-Unsubscribe` (RFC 8058). The body is not read; the token is enough.',
    }),
  },
})
