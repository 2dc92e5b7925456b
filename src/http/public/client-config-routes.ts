// GET /api/client-config   run-time settings of a prebuilt frontend
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returns } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { assertNoParameters } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import type { RouteGroup } from '../route-group.ts'

export const clientConfigGroup: RouteGroup = {
  ...publicRead,
  paths: ['/api/client-config'],
  operations: clientConfigPaths,
  routes: clientConfigRoutes,
}

function clientConfigRoutes({ config, snapshot }: Deps) {
  const { frontendDsn, glitchtipHost, umami } = config.monitoring
  const settings = {
    languages: snapshot.languages,
    media_base: config.site.mediaBase,
    commit: config.server.commit,
    mail: config.mail !== null,
    default_currency: config.site.defaultCurrency,
    errors: frontendDsn ? { dsn: frontendDsn, host: glitchtipHost } : null,
    analytics: umami ? { host: umami.host, website_id: umami.websiteId } : null,
  }
  return new Hono<AppEnv>().get('/api/client-config', (c) => {
    assertNoParameters(c)
    return c.json(settings, 200, { 'Cache-Control': 'public, max-age=60' })
  })
}

function clientConfigPaths(): Paths {
  const clientConfig = z
    .object({
      languages: z.array(z.string()),
      media_base: z.string().meta({ description: 'The URL that paths of images are appended to.' }),
      commit: z.string(),
      mail: z.boolean().meta({
        description:
          'Whether mail is sent: forgotten passwords can be reset, the newsletter asks for confirmation.',
      }),
      default_currency: z.string().meta({ description: 'ISO 4217 code that new quotes begin with.' }),
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

  return operations(
    { tag: 'Site' },
    {
      'GET /api/client-config': {
        id: 'getClientConfig',
        summary: 'Get the runtime settings of a frontend',
        description: 'Lets one build of a frontend run in several environments.',
        responses: returns(clientConfig),
        errors: ['validation_failed'],
      },
    },
  )
}
