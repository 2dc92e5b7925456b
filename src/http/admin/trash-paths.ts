import { z } from 'zod'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { lists } from '../openapi/record-operations.ts'
import { listOf, pagedQuery, recordId, recordLabels, timestamp } from '../openapi/record-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'
import { filters, revisionQuery } from '../requests/query-schemas.ts'
import { revision, revisionWithState } from './resource-paths.ts'

const properties = {
  id: recordId,
  resource: z.string().meta({ description: 'Name of a resource, or `media`.', examples: ['articles'] }),
  record_id: recordId,
  ...recordLabels(
    'Title or name of the record; the URL of a file.',
    'The same in English; null where it is not filled, and for files.',
  ),
  deleted_at: timestamp(),
  expires_at: timestamp().meta({ description: 'Deleted for good some time after this.' }),
  actor_id: recordId.nullable(),
  actor: z.string().meta({ description: 'The account that deleted it.' }),
}

const entry = z.object(properties).meta({ id: 'TrashEntry' })
const state = z.record(z.string(), z.unknown()).meta({ description: 'The last state of the record.' })

const restored = z
  .object({
    resource: z.string(),
    record: z.record(z.string(), z.unknown()),
    former_slug: z.string().nullable().meta({ description: 'Set if another record has this slug now.' }),
    emptied: z.array(z.string()).meta({ description: 'References whose records no longer exist; null now.' }),
  })
  .meta({ id: 'RestoredRecord' })

const shared = { tag: 'Trash', access: 'editor' } as const
const path = z.object({ id: recordId })

export const trashPaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/trash': {
      id: 'listTrash',
      summary: 'List deleted records and files',
      ...lists(entry, filters.trash),
    },
    'GET /api/admin/trash/{id}': {
      id: 'getTrashEntry',
      summary: 'Get a deleted record with its state',
      path,
      responses: returns(z.object({ ...properties, state })),
      errors: ['not_found'],
    },
    'DELETE /api/admin/trash/{id}': {
      id: 'deleteTrashEntry',
      summary: 'Delete for good',
      description: 'Also deletes the revisions of the record, or the file.',
      path,
      responses: returnsNothing,
      errors: ['not_found'],
    },
    'GET /api/admin/trash/{id}/revisions': {
      id: 'listTrashRevisions',
      summary: 'List the revisions of a deleted record, newest first',
      description: 'Files have none (404).',
      path,
      query: pagedQuery(),
      responses: returns(listOf(revision)),
      errors: ['not_found'],
    },
    'GET /api/admin/trash/{id}/revisions/{revision}': {
      id: 'getTrashRevision',
      summary: 'Get a revision of a deleted record with its whole state, or compare it',
      description: 'For `diff=current`, the current state is the one that was deleted.',
      path: path.extend({ revision: recordId }),
      query: revisionQuery,
      responses: returns(revisionWithState),
      errors: ['not_found'],
    },
    'POST /api/admin/trash/{id}/restore': {
      id: 'restoreTrashEntry',
      summary: 'Restore a deleted record or file',
      description: 'With its id, position, status and revisions; a file under its old URL.',
      path,
      responses: returns(restored),
      errors: ['not_found', 'conflict', 'validation_failed'],
    },
  })
