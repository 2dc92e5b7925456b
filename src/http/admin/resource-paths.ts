// The content resources in the admin API; all of them have the same operations.
import { z } from 'zod'
import { canDuplicate } from '../../content/definition/can-duplicate.ts'
import type { Resource } from '../../content/definition/define-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { newOrder } from '../../content/verbs/reorder-records.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery, recordId, timestamp } from '../openapi/record-schemas.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { returns, returnsCreated, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
import { listFilters, revisionQuery, writeQuery } from '../requests/query-schemas.ts'

export const resourcePaths = (): Paths => Object.assign({}, ...resources.map(pathsOf))

const order = z
  .union([newOrder, newOrder.shape.ids])
  .meta({ id: 'NewOrder', examples: [{ ids: [3, 1, 2] }, [3, 1, 2]] })

const places = z
  .object({ items: z.array(z.object({ id: z.int(), position: z.int() })) })
  .meta({ id: 'Places' })

export const revision = z
  .object({
    id: z.int(),
    version: z.int(),
    created_at: timestamp(),
    actor_id: z.int().nullable(),
    actor: z.string(),
    autosave: z.boolean(),
    fields: z.array(z.string()).meta({ description: 'The fields that changed.' }),
  })
  .meta({ id: 'Revision' })

const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })

export const revisionWithState = revision
  .extend({
    state: z
      .record(z.string(), z.unknown())
      .meta({ description: 'All fields of the record after this change.' }),
    changes: z.array(fieldChange).optional().meta({
      description: 'With `diff`: the fields that differ; `before` is the value in the older state.',
    }),
  })
  .meta({ id: 'RevisionWithState' })

function pathsOf(resource: Resource): Paths {
  const path = `/api/admin/${resource.name}`
  return {
    [path]: { ...collectionOperations(resource), ...(resource.addressedByKey && keyOperations(resource)) },
    ...(resource.ordered && { [`${path}/reorder`]: reorderOperation(resource) }),
    [`${path}/{id}`]: recordOperations(resource),
    [`${path}/{id}/revisions`]: revisionsOperation(resource),
    ...(canDuplicate(resource) && { [`${path}/{id}/duplicate`]: duplicateOperation(resource) }),
    [`${path}/{id}/revisions/{revision}`]: revisionOperation(resource),
    [`${path}/{id}/revisions/{revision}/restore`]: restoreOperation(resource),
  }
}

/** Operations that creators may use too, if the resource has drafts. */
const sharedBy = ({ name, publishable }: Resource) =>
  ({ tag: name, access: publishable ? 'creator' : 'admin' }) as const

/** Operations that read: also of what creators choose from. */
const readBy = (resource: Resource) =>
  resource.name === 'article-categories'
    ? ({ tag: resource.name, access: 'categories' } as const)
    : sharedBy(resource)

/** Operations for admins only. */
const adminOnly = ({ name }: Resource) => ({ tag: name, access: 'admin' }) as const

/** The `id` path parameter: also the key, for resources that have one. */
function pathOf(resource: Resource) {
  const key = resource.addressedByKey ? (resource.input.shape[resource.key!] as z.ZodType) : null
  return z.object({ id: key ? z.union([recordId, key]) : recordId })
}

const LIST_DESCRIPTION =
  'Filters are parameters named after fields: an exact value, several separated by commas for numbers and choices, ' +
  '`_gte` and `_lte` for ranges, `_empty` for fields without a value. Unknown parameters are refused. `ETag` is the order ' +
  'of an ordered resource, sent with unfiltered lists.'

function collectionOperations(resource: Resource) {
  const { singleton, ordered, publishable } = resource
  const { record, input } = schemasOf(resource)
  const type = typeNameOf(resource)
  const list = operation({
    ...readBy(resource),
    id: `list${type}`,
    summary: singleton ? 'List the single record' : 'List all records',
    description: `${LIST_DESCRIPTION}${publishable ? ' Creators get their own records.' : ''}`,
    query: pagedQuery(listFilters(resource)),
    responses: returns(listOf(z.union([record, record.partial().required({ id: true, version: true })]))),
    errors: ['paging_required'],
  })
  if (singleton) return { get: list }
  return {
    get: list,
    post: operation({
      ...sharedBy(resource),
      id: `create${type}`,
      summary: 'Create a record',
      ...(ordered && { description: 'It is added at the end; `position` is ignored.' }),
      query: writeQuery,
      idempotent: true,
      body: input,
      responses: returnsCreated(record),
      errors: ['conflict', 'not_found'],
    }),
  }
}

const reorderOperation = (resource: Resource) => ({
  post: operation({
    ...adminOnly(resource),
    id: `reorder${typeNameOf(resource)}`,
    summary: 'Change the order of the records',
    description:
      'The given ids come first, all other records follow in their current order. `If-Match` takes the `ETag` of the list.',
    conditional: true,
    body: order,
    responses: returnsRecord(places),
  }),
})

function recordOperations(resource: Resource) {
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const shared = { ...sharedBy(resource), path: pathOf(resource) }
  const write = { ...shared, query: writeQuery, conditional: true }
  return {
    get: operation({
      ...shared,
      ...readBy(resource),
      id: `get${type}`,
      summary: 'Get a record',
      responses: returnsRecord(record),
      errors: ['not_found'],
    }),
    put: operation({
      ...write,
      id: `replace${type}`,
      summary: resource.addressedByKey ? 'Replace a record, or create it with this key' : 'Replace a record',
      description: replaceText(resource),
      body: input,
      responses: resource.addressedByKey
        ? { ...returnsRecord(record), ...returnsCreated(record) }
        : returnsRecord(record),
      errors: ['not_found', 'conflict'],
    }),
    patch: operation({
      ...write,
      id: `patch${type}`,
      summary: 'Change some fields of a record',
      body: patch,
      responses: returnsRecord(record),
      errors: ['not_found', 'conflict'],
    }),
    ...(!resource.singleton && {
      delete: operation({
        ...shared,
        ...adminOnly(resource),
        id: `remove${type}`,
        summary: 'Delete a record',
        description: 'Fails with 409 `in_use` while other records refer to it.',
        conditional: true,
        responses: returnsNothing,
        errors: ['not_found', 'in_use'],
      }),
    }),
  }
}

/** Says how PUT treats fields that are absent from the body. */
function replaceText({ input }: Resource) {
  const kept = [...ADMIN_FIELDS, 'slug'].filter((name) => name in input.shape).map((name) => `\`${name}\``)
  const names = kept.length > 1 ? `${kept.slice(0, -1).join(', ')} and ${kept.at(-1)}` : kept[0]
  const exception =
    kept.length > 1
      ? `, except ${names}, which keep their values`
      : `, except ${names}, which keeps its value`
  return `Absent fields become null or their default${kept.length > 0 ? exception : ''}.`
}

const revisionsOperation = (resource: Resource) => ({
  get: operation({
    ...adminOnly(resource),
    id: `list${typeNameOf(resource)}Revisions`,
    summary: 'List the revisions of a record, newest first',
    path: pathOf(resource),
    query: pagedQuery(),
    responses: returns(listOf(revision)),
    errors: ['not_found'],
  }),
})

const revisionOperation = (resource: Resource) => ({
  get: operation({
    ...adminOnly(resource),
    id: `get${typeNameOf(resource)}Revision`,
    summary: 'Get a revision with its whole state, or compare it',
    path: pathOf(resource).extend({ revision: recordId }),
    query: revisionQuery,
    responses: returns(revisionWithState),
    errors: ['not_found'],
  }),
})

const duplicateOperation = (resource: Resource) => {
  const details = [
    resource.publishable && 'The copy is a draft.',
    resource.slugFrom && 'Its slug has a suffix.',
    resource.ordered && 'It comes right after the original.',
  ].filter((detail) => typeof detail === 'string')
  return {
    post: operation({
      ...adminOnly(resource),
      id: `duplicate${typeNameOf(resource)}`,
      summary: 'Create a copy of a record',
      ...(details.length > 0 && { description: details.join(' ') }),
      path: pathOf(resource),
      responses: returnsCreated(schemasOf(resource).record),
      errors: ['not_found'],
    }),
  }
}

const restoreOperation = (resource: Resource) => ({
  post: operation({
    ...adminOnly(resource),
    id: `restore${typeNameOf(resource)}`,
    summary: 'Restore a revision of a record',
    description:
      'Position, publication and author keep their current values. A reference to a deleted record becomes null. Fails with 409 if another record uses the slug by now.',
    path: pathOf(resource).extend({ revision: recordId }),
    conditional: true,
    responses: returnsRecord(schemasOf(resource).record),
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
})

/** PUT, PATCH and DELETE of the collection, with the key of the record in the query or the body. */
function keyOperations(resource: Resource) {
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const key = z.object({ [resource.key!]: resource.input.shape[resource.key!] as z.ZodType }).partial()
  const shared = {
    ...adminOnly(resource),
    conditional: true,
    description: `The record with the \`${resource.key}\` in the query or the body.`,
  }
  const query = writeQuery.extend(key.shape)
  return {
    put: operation({
      ...shared,
      query,
      id: `replace${type}ByKey`,
      summary: 'Replace or create the record with a key',
      // Optional in the body, because it may be in the query.
      body: input.extend(key.shape),
      responses: { ...returnsRecord(record), ...returnsCreated(record) },
      errors: ['conflict', 'not_found'],
    }),
    patch: operation({
      ...shared,
      query,
      id: `patch${type}ByKey`,
      summary: 'Change some fields of the record with a key',
      body: patch,
      responses: returnsRecord(record),
      errors: ['conflict', 'not_found'],
    }),
    delete: operation({
      ...shared,
      query: key,
      id: `remove${type}ByKey`,
      summary: 'Delete the record with a key',
      body: key,
      bodyOptional: true,
      responses: returnsNothing,
      errors: ['not_found'],
    }),
  }
}
