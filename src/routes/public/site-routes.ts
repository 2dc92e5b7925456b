// GET /api/site?bodies       the whole website; `bodies=false` leaves out long texts
// GET /api/site/{resource}   one resource of it
import { Hono } from 'hono'
import { findResource } from '../../content/resource-registry.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { siteQuery } from '../../http/query-schemas.ts'
import { sendBody } from '../../http/send-body.ts'
import { queryOf } from '../../http/validate-request.ts'
import { parseInput } from '../../parse-input.ts'

export function siteRoutes({ snapshot }: Deps) {
  return new Hono<AppEnv>()
    .get('/site', (c) => sendBody(c, snapshot.site(detailOf(c)), snapshot))
    .get('/site/:resource', (c) => {
      const resource = findResource(c.req.param('resource'))
      if (!resource) throw new AppError('not_found', 'There is no such resource.')
      return sendBody(c, snapshot.member(resource), snapshot)
    })
}

const WITHOUT_BODIES = '?bodies=false'

function detailOf(c: AppContext): 'full' | 'summary' {
  const { url } = c.req
  const queryStart = url.indexOf('?')
  if (queryStart === -1) return 'full'
  // Parsing the query costs as much as the rest of the request.
  if (url.slice(queryStart) === WITHOUT_BODIES) return 'summary'
  return parseInput(siteQuery, queryOf(c)).bodies === 'false' ? 'summary' : 'full'
}
