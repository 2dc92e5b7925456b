// Outgoing mail.
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
})
