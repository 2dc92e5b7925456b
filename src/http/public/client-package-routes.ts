// GET /client.tgz   the npm package of the client in the version of the service
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { EncodedBody } from '../../content/snapshot/encoded-body.ts'
import { packageRoot } from '../../platform/package-root.ts'
import { AppError } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { assertNoParameters } from '../requests/request-parameters.ts'
import { publicRead } from '../requests/route-access.ts'
import { CONSTANT, sendBody } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'

const TYPE = 'application/gzip'

export const clientPackageGroup: RouteGroup = {
  ...publicRead,
  paths: ['/client.tgz'],
  operations: clientPackagePaths,
  routes: clientPackageRoutes,
}

function clientPackageRoutes() {
  let body: Promise<EncodedBody> | null = null
  return new Hono<AppEnv>().get('/client.tgz', async (c) => {
    assertNoParameters(c)
    body ??= readPackage().then((bytes) => new EncodedBody(bytes))
    // The next request tries again.
    body.catch(() => {
      body = null
    })
    return sendBody(c, await body, CONSTANT, { type: TYPE })
  })
}

/** The image has it ready; from sources it is built as they are. Throws 404 where there is neither. */
async function readPackage(): Promise<Uint8Array<ArrayBuffer>> {
  if (existsSync(join(packageRoot, 'src/client/tsconfig.json')))
    return new Uint8Array(await (await import('./pack-client.ts')).packSources())
  const built = Bun.file(join(packageRoot, 'dist/client.tgz'))
  if (!(await built.exists()))
    throw new AppError('not_found', 'This build of the service has no package of the client.')
  return built.bytes()
}

function clientPackagePaths(): Paths {
  return operations(
    { tag: 'Operations' },
    {
      'GET /client.tgz': {
        id: 'getClientPackage',
        summary: 'Get the npm package of the client, for `npm install URL`',
        responses: returnsCacheable(null, TYPE),
        errors: ['not_found', 'validation_failed'],
      },
    },
  )
}
