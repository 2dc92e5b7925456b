// The working copies of records.
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { draftControls } from '../../content/working-copies/edit-draft.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { lists } from '../openapi/record-operations.ts'
import { namedSchema, recordLabels, timestamp } from '../openapi/record-schemas.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'
import { recordPathOf } from './record-path.ts'
import { review } from './review-paths.ts'

export const issue = z.object({ path: z.string(), code: z.string(), message: z.string() })

export const refusal = z
  .object({ at: timestamp(), detail: z.string(), errors: z.array(issue).nullable() })
  .nullable()
  .meta({ description: 'Why the scheduled publication was refused.' })

const listedDraft = z
  .object({
    resource: z.string(),
    id: z.int(),
    key: z.string().nullable().meta({ description: 'Of a resource whose records are addressed by it.' }),
    ...recordLabels('The name of the record in the copy.', 'Its English name, where there is one.'),
    version: z.int(),
    updated_at: timestamp(),
    updated_by: z.string(),
    publish_at: timestamp().nullable(),
    refusal,
  })
  .meta({ id: 'ListedDraft' })

const about = namedSchema(
  z.object({
    version: z.int(),
    base_version: z.int().meta({ description: 'The version of the live record that the copy began from.' }),
    base_changed: z
      .array(z.string())
      .meta({ description: 'The fields that the live record has changed since then.' }),
    created_at: timestamp(),
    updated_at: timestamp(),
    updated_by: z.string(),
    publish_at: timestamp().nullable().meta({ description: 'When it is published by itself.' }),
    refusal,
    review: review.nullable(),
  }),
  'DraftState',
)

export const draftPaths = (): Paths => ({
  ...operations(
    { tag: 'Site', access: 'editor' },
    {
      'GET /api/admin/drafts': {
        id: 'listDrafts',
        summary: 'List the working copies of all records, the last changed first',
        ...lists(listedDraft, filters.drafts),
      },
    },
  ),
  ...Object.assign({}, ...resources.map(pathsOf)),
})

function pathsOf(resource: Resource): Paths {
  const type = typeNameOf(resource)
  const { record, patch } = schemasOf(resource)
  const fields = Object.keys(resource.input.shape).map((name) => [
    name,
    (record.shape[name] as z.ZodType).nullable(),
  ])
  const draft = record.extend({ ...Object.fromEntries(fields), draft: about }).meta({ id: `${type}Draft` })
  const path = `/api/admin/${resource.name}/{id}/draft`
  const shared = { tag: resource.name, access: 'editor', path: recordPathOf(resource) } as const
  return operations(shared, {
    [`GET ${path}`]: {
      id: `get${type}Draft`,
      summary: 'Get the working copy of a record',
      responses: returnsRecord(draft),
      errors: ['not_found'],
    },
    [`PATCH ${path}`]: {
      id: `patch${type}Draft`,
      summary: 'Change the working copy of a record, which is made on first use',
      description:
        'Visitors see nothing of it. Required values may be missing until it is published. `If-Match` takes the `ETag` of the copy, or that of the record while there is no copy.',
      conditional: true,
      body: patch.extend(draftControls.shape).meta({ id: `${type}DraftPatch` }),
      responses: returnsRecord(draft),
      errors: ['not_found'],
    },
    [`DELETE ${path}`]: {
      id: `discard${type}Draft`,
      summary: 'Discard the working copy of a record',
      conditional: true,
      responses: returnsNothing,
      errors: ['not_found'],
    },
    [`POST ${path}/publish`]: {
      id: `publish${type}Draft`,
      summary: 'Write the working copy into the live record',
      description:
        'Fields that one side has changed are taken. 412 `base_changed` names those that both sides have changed: merge them with PATCH and `base_version`.',
      conditional: true,
      responses: returnsRecord(record),
      errors: ['not_found', 'conflict', 'base_changed', 'validation_failed'],
    },
  })
}
