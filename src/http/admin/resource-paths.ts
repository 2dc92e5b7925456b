// The content resources in the admin API; all of them have the same operations.
import { z } from 'zod'
import { canDuplicate } from '../../content/definition/can-duplicate.ts'
import type { Resource } from '../../content/definition/define-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { newOrder } from '../../content/verbs/reorder-records.ts'
import { ADMIN_FIELDS } from '../../text/record-fields.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery, recordId, timestamp } from '../openapi/record-schemas.ts'
import { schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { returns, returnsCreated, returnsNothing, returnsRecord } from '../openapi/standard-responses.ts'
import { listFilters, revisionQuery, writeQuery } from '../requests/query-schemas.ts'
import { recordPathOf } from './record-path.ts'

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
  const { name, singleton, ordered, publishable } = resource
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const list = `/api/admin/${name}`
  const id = recordPathOf(resource)
  // Creators may use what has drafts, and read what they choose from.
  const shared = { access: publishable ? 'creator' : 'editor' } as const
  const read = name === 'article-categories' ? ({ access: 'categories' } as const) : shared
  const write = { ...shared, path: id, query: writeQuery, conditional: true } as const
  return operations(
    { tag: name, access: 'editor' },
    {
      [`GET ${list}`]: {
        ...read,
        id: `list${type}`,
        summary: singleton ? 'List the single record' : 'List all records',
        description: `${LIST_DESCRIPTION}${publishable ? ' Creators get their own records.' : ''}`,
        query: pagedQuery(listFilters(resource)),
        responses: returns(listOf(z.union([record, record.partial().required({ id: true, version: true })]))),
        errors: ['paging_required'],
      },
      ...(!singleton && {
        [`POST ${list}`]: {
          ...shared,
          id: `create${type}`,
          summary: 'Create a record',
          ...(ordered && { description: 'It is added at the end; `position` is ignored.' }),
          query: writeQuery,
          idempotent: true,
          body: input,
          responses: returnsCreated(record),
          errors: ['conflict', 'not_found'],
        },
      }),
      ...(resource.addressedByKey && keyOperations(resource)),
      ...(ordered && {
        [`POST ${list}/reorder`]: {
          id: `reorder${type}`,
          summary: 'Change the order of the records',
          description:
            'The given ids come first, all other records follow in their current order. `If-Match` takes the `ETag` of the list.',
          conditional: true,
          body: order,
          responses: returnsRecord(places),
        },
      }),
      [`GET ${list}/{id}`]: {
        ...read,
        id: `get${type}`,
        summary: 'Get a record',
        path: id,
        responses: returnsRecord(record),
        errors: ['not_found'],
      },
      [`PUT ${list}/{id}`]: {
        ...write,
        id: `replace${type}`,
        summary: resource.addressedByKey
          ? 'Replace a record, or create it with this key'
          : 'Replace a record',
        description: replaceText(resource),
        body: input,
        responses: { ...returnsRecord(record), ...(resource.addressedByKey && returnsCreated(record)) },
        errors: ['not_found', 'conflict'],
      },
      [`PATCH ${list}/{id}`]: {
        ...write,
        id: `patch${type}`,
        summary: 'Change some fields of a record',
        body: patch,
        responses: returnsRecord(record),
        errors: ['not_found', 'conflict'],
      },
      ...(!singleton && {
        [`DELETE ${list}/{id}`]: {
          id: `remove${type}`,
          summary: 'Delete a record',
          description: 'Fails with 409 `in_use` while other records refer to it.',
          path: id,
          conditional: true,
          responses: returnsNothing,
          errors: ['not_found', 'in_use'],
        },
      }),
      [`GET ${list}/{id}/revisions`]: {
        id: `list${type}Revisions`,
        summary: 'List the revisions of a record, newest first',
        path: id,
        query: pagedQuery(),
        responses: returns(listOf(revision)),
        errors: ['not_found'],
      },
      ...(canDuplicate(resource) && {
        [`POST ${list}/{id}/duplicate`]: {
          id: `duplicate${type}`,
          summary: 'Create a copy of a record',
          ...duplicateDescription(resource),
          path: id,
          responses: returnsCreated(record),
          errors: ['not_found'],
        },
      }),
      [`GET ${list}/{id}/revisions/{revision}`]: {
        id: `get${type}Revision`,
        summary: 'Get a revision with its whole state, or compare it',
        path: id.extend({ revision: recordId }),
        query: revisionQuery,
        responses: returns(revisionWithState),
        errors: ['not_found'],
      },
      [`POST ${list}/{id}/revisions/{revision}/restore`]: {
        id: `restore${type}`,
        summary: 'Restore a revision of a record',
        description:
          'Position, publication and author keep their current values. A reference to a deleted record becomes null. Fails with 409 if another record uses the slug by now.',
        path: id.extend({ revision: recordId }),
        conditional: true,
        responses: returnsRecord(record),
        errors: ['not_found', 'conflict', 'validation_failed'],
      },
    },
  )
}

const LIST_DESCRIPTION =
  'Filters are parameters named after fields: an exact value, several separated by commas for numbers and choices, ' +
  '`_gte` and `_lte` for ranges, `_empty` for fields without a value. Unknown parameters are refused. `ETag` is the order ' +
  'of an ordered resource, sent with unfiltered lists.'

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

function duplicateDescription({ publishable, slugFrom, ordered }: Resource) {
  const details = [
    publishable && 'The copy is a draft.',
    slugFrom && 'Its slug has a suffix.',
    ordered && 'It comes right after the original.',
  ].filter((detail) => typeof detail === 'string')
  return details.length > 0 && { description: details.join(' ') }
}

/** PUT, PATCH and DELETE of the collection, with the key of the record in the query or the body. */
function keyOperations(resource: Resource) {
  const list = `/api/admin/${resource.name}`
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const key = z.object({ [resource.key!]: resource.input.shape[resource.key!] as z.ZodType }).partial()
  const shared = {
    conditional: true,
    description: `The record with the \`${resource.key}\` in the query or the body.`,
  }
  const query = writeQuery.extend(key.shape)
  return {
    [`PUT ${list}`]: {
      ...shared,
      query,
      id: `replace${type}ByKey`,
      summary: 'Replace or create the record with a key',
      // Optional in the body, because it may be in the query.
      body: input.extend(key.shape),
      responses: { ...returnsRecord(record), ...returnsCreated(record) },
      errors: ['conflict' as const, 'not_found' as const],
    },
    [`PATCH ${list}`]: {
      ...shared,
      query,
      id: `patch${type}ByKey`,
      summary: 'Change some fields of the record with a key',
      body: patch,
      responses: returnsRecord(record),
      errors: ['conflict' as const, 'not_found' as const],
    },
    [`DELETE ${list}`]: {
      ...shared,
      query: key,
      id: `remove${type}ByKey`,
      summary: 'Delete the record with a key',
      body: key,
      bodyOptional: true,
      responses: returnsNothing,
      errors: ['not_found' as const],
    },
  }
}
