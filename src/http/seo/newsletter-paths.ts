// The pages that links in newsletter mails lead to.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'

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

export const newsletterPaths = (): Paths => ({
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
