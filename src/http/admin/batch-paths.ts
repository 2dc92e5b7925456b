import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { MAX_OPERATIONS, operationSchema } from '../../content/verbs/batch-operations.ts'
import type { ErrorCode } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { batchQuery } from '../requests/query-schemas.ts'

export const batchPaths = (): Paths =>
  operations(
    { access: 'editor' },
    Object.fromEntries(
      resources.map((resource) => [`POST /api/admin/${resource.name}/batch`, batchOperation(resource)]),
    ),
  )

export const BATCH_DESCRIPTION =
  'All operations succeed or none does. Errors have paths such as `operations.3.title`; an error that is not about a field ' +
  'has the path `operations.3`. With `version`, an operation fails with 412 if the record has another version.'

function batchOperation(resource: Resource) {
  const { record } = schemasOf(resource)
  const type = typeNameOf(resource)
  const item = z.object({
    op: z.enum(['create', 'patch', 'delete', 'publish', 'unpublish']),
    id: z.int(),
    version: z.int(),
    record: record.optional().meta({ description: 'Absent after `delete`, and with `records=false`.' }),
  })
  const operations = z
    .array(operationSchema(resource, schemasOf(resource)))
    .min(1)
    .max(MAX_OPERATIONS)
  return {
    tag: resource.name,
    id: `batch${type}`,
    summary: `Write up to ${MAX_OPERATIONS} records in one transaction`,
    description: BATCH_DESCRIPTION,
    query: batchQuery,
    body: z.strictObject({ operations }).meta({ id: `${type}Batch` }),
    responses: returns(z.object({ items: z.array(item) }).meta({ id: `${type}BatchResult` })),
    errors: ['not_found', 'conflict', 'in_use', 'stale'] satisfies ErrorCode[],
  }
}
