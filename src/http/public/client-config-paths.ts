import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { returns } from '../openapi/standard-responses.ts'

const clientConfig = z
  .object({
    languages: z.array(z.string()),
    media_base: z.string().meta({ description: 'The URL that paths of images are appended to.' }),
    commit: z.string(),
    mail: z.boolean().meta({
      description:
        'Whether mail is sent: forgotten passwords can be reset, the newsletter asks for confirmation.',
    }),
    errors: z
      .object({ dsn: z.string(), host: z.string().nullable() })
      .nullable()
      .meta({ description: 'Where to report errors; null if error reporting is off.' }),
    analytics: z
      .object({ host: z.string(), website_id: z.string() })
      .nullable()
      .meta({ description: 'The Umami server and website; null if analytics are off.' }),
  })
  .meta({ id: 'ClientConfig' })

export const clientConfigPaths = (): Paths => ({
  '/api/client-config': {
    get: operation({
      id: 'getClientConfig',
      tag: 'Site',
      summary: 'Get the runtime settings of a frontend',
      description: 'Lets one build of a frontend run in several environments.',
      responses: returns(clientConfig),
    }),
  },
})
