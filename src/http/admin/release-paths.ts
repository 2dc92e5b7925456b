// Releases: sets of working copies that are published together.
import { z } from 'zod'
import { releaseChanges, releaseInput } from '../../content/releases/edit-release.ts'
import { releaseStates } from '../../platform/db/schema/releases.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields, recordLabels, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { returnsCreated, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { issue, refusal } from './draft-paths.ts'

const release = z
  .object({
    ...recordFields(),
    name: z.string(),
    state: z.enum(releaseStates),
    created_by: z.string(),
    publish_at: timestamp().nullable(),
    scheduled_by: z.string().nullable(),
    refusal,
    published_at: timestamp().nullable(),
    published_by: z.string().nullable(),
  })
  .meta({ id: 'Release' })

const item = z
  .object({
    resource: z.string(),
    id: z.int(),
    key: z.string().nullable().meta({ description: 'Of a resource whose records are addressed by it.' }),
    ...recordLabels('The name of the record as it will be.', 'Its English name, where there is one.'),
    draft: z
      .object({ version: z.int(), updated_at: timestamp(), updated_by: z.string() })
      .nullable()
      .meta({ description: 'Its working copy; null once it is published or discarded.' }),
    problems: z.array(issue).meta({ description: 'Why it could not be published now.' }),
  })
  .meta({ id: 'ReleaseItem' })

const withItems = release.extend({ items: z.array(item) }).meta({ id: 'ReleaseWithItems' })
const listed = release.extend({ item_count: z.int() }).meta({ id: 'ListedRelease' })
const input = namedSchema(releaseInput, 'NewRelease', {
  name: 'Spring',
  items: [{ resource: 'services', id: 3 }],
})
const patch = namedSchema(releaseChanges, 'ReleasePatch', { publish_at: '2190-03-20T00:00:00Z' })

export const releasePaths = (): Paths =>
  operations(
    { tag: 'Site', access: 'editor' },
    {
      'GET /api/admin/releases': {
        id: 'listReleases',
        summary: 'List the releases, the last created first',
        ...lists(listed, filters.releases),
      },
      'POST /api/admin/releases': {
        id: 'createRelease',
        summary: 'Create a release of working copies',
        description: 'A record can be in one open release: 409 names the others.',
        body: input,
        responses: returnsCreated(withItems),
        errors: ['conflict'],
      },
      'GET /api/admin/releases/{id}': {
        id: 'getRelease',
        summary: 'Get a release with its items and what would keep them from being published now',
        ...gets(withItems),
      },
      'PATCH /api/admin/releases/{id}': {
        id: 'patchRelease',
        summary: 'Change an open release',
        ...changes(withItems, patch),
        errors: ['not_found', 'conflict'],
      },
      'DELETE /api/admin/releases/{id}': {
        id: 'deleteRelease',
        summary: 'Delete a release; its working copies stay, and what was published',
        ...removes,
      },
      'POST /api/admin/releases/{id}/publish': {
        id: 'publishRelease',
        summary: 'Publish all items in one transaction, or none',
        path: recordPath,
        conditional: true,
        responses: returnsRecord(withItems),
        errors: ['not_found', 'conflict', 'base_changed', 'validation_failed'],
      },
      'POST /api/admin/releases/{id}/undo': {
        id: 'undoRelease',
        summary: 'Write the states before a release; what it published becomes working copies again',
        description: 'As long as the trash keeps deleted records.',
        path: recordPath,
        conditional: true,
        responses: returnsRecord(withItems),
        errors: ['not_found', 'conflict', 'base_changed', 'validation_failed'],
      },
    },
  )
