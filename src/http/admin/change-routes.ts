// GET /api/admin/changes?page&per_page   the latest changes of all content: who changed which fields of what
import { Hono } from 'hono'
import { z } from 'zod'
import { listChanges } from '../../content/history/list-changes.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { lists } from '../openapi/record-operations.ts'
import { recordId, recordLabels, timestamp } from '../openapi/record-schemas.ts'
import type { AppEnv } from '../requests/app-env.ts'
import { contentContext } from '../requests/content-request.ts'
import { listQuery, pagingOf } from '../requests/request-parameters.ts'
import { contentApi } from '../requests/route-access.ts'
import { needs, within } from '../requests/token-needs.ts'
import type { RouteGroup } from '../route-group.ts'

export const changeGroup: RouteGroup = {
  ...contentApi,
  paths: ['/api/admin/changes'],
  tokens: { 'GET /api/admin/changes': within('narrowed', needs('read')) },
  operations: changePaths,
  routes: (deps) =>
    new Hono<AppEnv>().get('/api/admin/changes', listQuery({}), async (c) =>
      c.json(await listChanges(contentContext(deps, c), pagingOf(c.req.valid('query')))),
    ),
}

function changePaths(): Paths {
  const change = z
    .object({
      id: z.int(),
      resource: z.string().meta({ examples: ['articles'] }),
      record_id: recordId,
      ...recordLabels(
        'Title or name of the record after the change.',
        'The same in English; null where it is not filled.',
      ),
      version: z.int().meta({ description: '1 for a new record.' }),
      created_at: timestamp(),
      actor_id: recordId.nullable(),
      actor: z.string().meta({ description: 'Name of the account.' }),
      autosave: z.boolean(),
      fields: z.array(z.string()).meta({ description: 'The fields that changed.' }),
    })
    .meta({ id: 'Change' })

  return operations(
    { tag: 'Site', access: 'editor' },
    {
      'GET /api/admin/changes': {
        id: 'listChanges',
        summary: 'List the latest changes of all content',
        description:
          'The kept revisions of all records, the newest first, those of deleted records included.',
        ...lists(change),
      },
    },
  )
}
