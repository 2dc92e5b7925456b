// GET PATCH DELETE /api/admin/{resource}/{id}/draft   the working copy of a record
// POST /api/admin/{resource}/{id}/draft/publish       writes it into the live record
import { Hono } from 'hono'
import type { Resource } from '../../content/definition/define-resource.ts'
import { draftEtag, presentDraft } from '../../content/history/working-copy.ts'
import { discardDraft, getDraft, patchDraft } from '../../content/working-copies/edit-draft.ts'
import { publishDraft } from '../../content/working-copies/publish-draft.ts'
import type { Deps } from '../../deps.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { readJson } from '../requests/request-body.ts'
import { ifMatchOf } from '../requests/request-parameters.ts'
import { sendRecord } from './send-record.ts'

/** The routes below `/api/admin/{resource}` for working copies. */
export function draftRoutes(deps: Deps, resource: Resource) {
  const targetOf = (c: AppContext) => ({ resource, idOrKey: c.req.param('id')!, ifMatch: ifMatchOf(c) })
  const send = (c: AppContext, { review, ...draft }: Awaited<ReturnType<typeof getDraft>>) => {
    const { draft: about, ...fields } = presentDraft(draft)
    return c.json({ ...fields, draft: { ...about, review } }, 200, { ETag: draftEtag(draft.copy) })
  }
  return new Hono<AppEnv>()
    .get('/:id/draft', async (c) => send(c, await getDraft(contentContext(deps, c), targetOf(c))))
    .patch('/:id/draft', async (c) => {
      const body = await readJson(c)
      return send(c, await patchDraft(contentContext(deps, c), { ...targetOf(c), body }))
    })
    .delete('/:id/draft', async (c) => {
      await discardDraft(contentContext(deps, c), targetOf(c))
      return c.body(null, 204)
    })
    .post('/:id/draft/publish', async (c) =>
      sendRecord(c, resource, await publishDraft(contentContext(deps, c), targetOf(c))),
    )
}
