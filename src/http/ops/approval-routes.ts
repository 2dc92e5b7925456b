// GET  PUT /api/approval-limits              {EUR: [100000, 1000000]}
// GET  POST /api/substitutes                 {approver, substitute, from, to}
// DELETE /api/substitutes/{id}
// GET  /api/substitutes/candidates
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import {
  createSubstitute,
  deleteSubstitute,
  listCandidates,
  listSubstitutes,
} from '../../procurement/people/substitutes.ts'
import { changeLimits, getLimits } from '../../procurement/quotes/approvals.ts'
import { etagOf } from '../../text/record-version.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { procurement, procurementContext } from '../requests/procurement-requests.ts'
import { readJson } from '../requests/request-body.ts'
import { idOf, ifMatchOf, listQuery, pagingOf } from '../requests/request-parameters.ts'
import { takeProof } from '../requests/take-proof.ts'
import { apart } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const approvalGroup: RouteGroup = {
  ...procurement,
  paths: ['/api/approval-limits', '/api/substitutes'],
  // Tokens of programs read the rules of approval; only people change them.
  tokens: {
    'GET /api/approval-limits': apart('procurement'),
    'GET /api/substitutes': apart('procurement'),
  },
  operations: async () => (await import('./approval-paths.ts')).approvalPaths(),
  routes: approvalRoutes,
}

function approvalRoutes(deps: Deps) {
  const contextOf = (c: AppContext) => procurementContext(deps, c)
  const sendLimits = (c: AppContext, { limits, version }: Awaited<ReturnType<typeof getLimits>>) =>
    c.json(limits, 200, { ETag: etagOf(version) })

  return new Hono<AppEnv>()
    .get('/api/approval-limits', async (c) => sendLimits(c, await getLimits(contextOf(c))))
    .put('/api/approval-limits', async (c) => {
      const change = { body: await readJson(c), ifMatch: ifMatchOf(c) }
      return sendLimits(c, await changeLimits(contextOf(c), change))
    })
    .get('/api/substitutes', listQuery({}), async (c) =>
      c.json(await listSubstitutes(contextOf(c), pagingOf(c.req.valid('query')))),
    )
    .get('/api/substitutes/candidates', async (c) => c.json(await listCandidates(contextOf(c))))
    .post('/api/substitutes', async (c) => {
      const body = await takeProof(deps, c, await readJson(c))
      const created = await createSubstitute(contextOf(c), body)
      return c.json(created, 201, { ETag: etagOf(created.version) })
    })
    .delete('/api/substitutes/:id', async (c) => {
      await deleteSubstitute(contextOf(c), { id: idOf(c), ifMatch: ifMatchOf(c) })
      return c.body(null, 204)
    })
}
