// The resources as editors work on them: the same verbs for all of them.
import { z } from 'zod'
import type { Resource } from '../../content/define-resource.ts'
import { ADMIN_FIELDS } from '../../content/parse-record.ts'
import { resources } from '../../content/resource-registry.ts'
import { newOrder } from '../../content/verbs/reorder-records.ts'
import { writeQuery } from '../../http/query-schemas.ts'
import { INT4_MAX } from '../../record-id.ts'
import {
  creates,
  instant,
  listing,
  listOf,
  nothing,
  operation,
  type Paths,
  sends,
  sendsRecord,
} from '../describe-operation.ts'
import { schemasOf, typeNameOf } from '../resource-schemas.ts'
import { siteOf } from './site-paths.ts'

const order = z
  .union([newOrder, newOrder.shape.ids])
  .meta({ id: 'NewOrder', examples: [{ ids: [3, 1, 2] }, [3, 1, 2]] })

const places = z
  .object({ items: z.array(z.object({ id: z.int(), position: z.int() })) })
  .meta({ id: 'Places' })

const revision = z
  .object({
    id: z.int(),
    version: z.int(),
    created_at: instant(),
    actor_id: z.int().nullable(),
    actor: z.string(),
    autosave: z.boolean(),
    fields: z.array(z.string()),
  })
  .meta({ id: 'Revision' })

const id = z.int().min(1).max(INT4_MAX)

function pathsOf(resource: Resource): Paths {
  const { name, singleton, ordered, publishable } = resource
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const path = `/api/admin/${name}`
  const key = resource.addressedByKey ? (resource.input.shape[resource.key!] as z.ZodType) : null
  const place = z.object({ id: key ? z.union([id, key]) : id })
  const revisionPlace = place.extend({ revision: id })
  const base = { tag: name, requireSession: publishable ? 'creator' : 'admin' } as const
  const found = { path: place, errors: ['not_found' as const] }
  const writes = { query: writeQuery, guarded: true }
  const replacing = key ? { ...sendsRecord(record), ...creates(record) } : sendsRecord(record)
  return {
    [path]: {
      get: operation({
        ...base,
        id: `list${type}`,
        summary: singleton ? 'The one record, as a list' : 'All records',
        ...(publishable && { description: 'A creator sees their own.' }),
        query: listing(),
        answers: sends(listOf(record)),
        errors: ['paging_required'],
      }),
      ...(!singleton && {
        post: operation({
          ...base,
          id: `create${type}`,
          summary: 'Create one',
          ...(ordered && { description: 'It comes last; `position` is ignored.' }),
          query: writeQuery,
          body: input,
          answers: creates(record),
          errors: ['conflict'],
        }),
      }),
      ...(key && byKey(resource)),
    },
    ...(ordered && {
      [`${path}/reorder`]: {
        post: operation({
          ...base,
          requireSession: 'admin',
          id: `reorder${type}`,
          summary: 'Put them in order',
          description:
            'The listed ones first, the rest after them as they were. `If-Match` takes the ETag of the list.',
          guarded: true,
          body: order,
          answers: sendsRecord(places),
        }),
      },
    }),
    [`${path}/{id}`]: {
      get: operation({
        ...base,
        ...found,
        id: `get${type}`,
        summary: 'One record',
        answers: sendsRecord(record),
      }),
      put: operation({
        ...base,
        ...found,
        ...writes,
        id: `replace${type}`,
        summary: key ? 'Replace it, or create it under its key' : 'Replace it',
        description: replacingSays(resource),
        body: input,
        answers: replacing,
        errors: ['not_found', 'conflict'],
      }),
      patch: operation({
        ...base,
        ...found,
        ...writes,
        id: `patch${type}`,
        summary: 'Change just these fields',
        body: patch,
        answers: sendsRecord(record),
        errors: ['not_found', 'conflict'],
      }),
      ...(!singleton && {
        delete: operation({
          ...base,
          ...found,
          requireSession: 'admin',
          id: `remove${type}`,
          summary: 'Remove it',
          guarded: true,
          answers: nothing,
          errors: ['not_found', 'in_use'],
        }),
      }),
    },
    [`${path}/{id}/revisions`]: {
      get: operation({
        ...base,
        ...found,
        requireSession: 'admin',
        id: `list${type}Revisions`,
        summary: 'Who changed it when, newest first',
        query: listing(),
        answers: sends(listOf(revision)),
      }),
    },
    [`${path}/{id}/revisions/{revision}/restore`]: {
      post: operation({
        ...base,
        requireSession: 'admin',
        id: `restore${type}`,
        summary: 'Go back to that state',
        description:
          'Its position, publication and author stay as they are. A category or menu entry that the state names and that is gone is left empty; a slug that another record has by now is 409.',
        path: revisionPlace,
        guarded: true,
        answers: sendsRecord(record),
        errors: ['not_found', 'conflict', 'validation_failed'],
      }),
    },
  }
}

/** What a PUT does with the fields that it does not name. */
function replacingSays({ input }: Resource) {
  const stay = [...ADMIN_FIELDS, 'slug'].filter((name) => name in input.shape).map((name) => `\`${name}\``)
  const list = stay.length > 1 ? `${stay.slice(0, -1).join(', ')} and ${stay.at(-1)}` : stay[0]
  return `What is absent becomes null or its default${list ? `, but for ${list}, which stay as they are` : ''}.`
}

/** The same on the collection, with the key in the query or the body. */
function byKey(resource: Resource) {
  const { record, input, patch } = schemasOf(resource)
  const type = typeNameOf(resource)
  const base = { tag: resource.name, requireSession: 'admin', guarded: true } as const
  const named = z.object({ [resource.key!]: resource.input.shape[resource.key!] as z.ZodType }).partial()
  const query = writeQuery.extend(named.shape)
  const description = `\`${resource.key}\` in the body or the query names the record.`
  return {
    put: operation({
      ...base,
      description,
      query,
      id: `replace${type}ByKey`,
      summary: 'Replace or create one',
      // The key may stand in the query instead.
      body: input.extend(named.shape),
      answers: { ...sendsRecord(record), ...creates(record) },
      errors: ['conflict', 'not_found'],
    }),
    patch: operation({
      ...base,
      description,
      query,
      id: `patch${type}ByKey`,
      summary: 'Change one',
      body: patch,
      answers: sendsRecord(record),
      errors: ['conflict', 'not_found'],
    }),
    delete: operation({
      ...base,
      description,
      query: named,
      id: `remove${type}ByKey`,
      summary: 'Remove one',
      body: named,
      bodyOptional: true,
      answers: nothing,
      errors: ['not_found'],
    }),
  }
}

export const resourcePaths = (): Paths => ({
  '/api/admin/site': {
    get: operation({
      id: 'getAdminSite',
      tag: 'Site',
      summary: 'The whole website with drafts, as editors see it',
      requireSession: 'admin',
      answers: sends(siteOf(({ record }) => record).meta({ id: 'AdminSite' })),
    }),
  },
  ...Object.assign({}, ...resources.map(pathsOf)),
})
