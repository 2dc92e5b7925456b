// GET /api/site              the whole website
// GET /api/site/{resource}   one member of it
import { Hono } from 'hono'
import { findResource } from '../../content/resource-registry.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { sendBody } from '../../http/send-body.ts'

export function siteRoutes({ snapshot }: Deps) {
  return new Hono<AppEnv>()
    .get('/site', (c) => sendBody(c, snapshot.site(), snapshot))
    .get('/site/:resource', (c) => {
      const resource = findResource(c.req.param('resource'))
      if (!resource) throw new AppError('not_found', 'There is no such resource.')
      return sendBody(c, snapshot.member(resource), snapshot)
    })
}
