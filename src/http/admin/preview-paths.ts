// Preview links to the current state of records with pages.
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { previewInput } from '../../content/preview/previews.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { listOf, namedSchema, pagedQuery, recordPath, timestamp } from '../openapi/record-schemas.ts'
import { typeNameOf } from '../openapi/resource-schemas.ts'
import { returns, returnsNothing } from '../openapi/standard-responses.ts'

const input = namedSchema(previewInput, 'PreviewOptions', { expires_in: 86_400 })

const link = z
  .object({
    id: z.uuid().meta({ description: 'Revokes this link: `DELETE …/preview/{id}`.' }),
    url: z.string().meta({ description: 'The page, or the address that `PREVIEW_URL` describes.' }),
    path: z.string().nullable().meta({
      description:
        'The page on this service, which its admin panel frames; null where `url` leads elsewhere.',
    }),
    token: z.string().meta({ description: 'For `?preview=`. Not stored; it opens nothing else.' }),
    expires_at: timestamp(),
  })
  .meta({ id: 'PreviewLink' })

const preview = z
  .object({ id: z.uuid(), created_by: z.string(), created_at: timestamp(), expires_at: timestamp() })
  .meta({ id: 'Preview' })

export const previewPaths = (): Paths =>
  Object.assign({}, ...resources.filter(({ pagePrefix }) => pagePrefix !== null).map(pathsOf))

function pathsOf(resource: Resource): Paths {
  const shared = { tag: resource.name, access: resource.publishable ? 'creator' : 'editor' } as const
  const type = typeNameOf(resource)
  const path = `/api/admin/${resource.name}/{id}/preview`
  return operations(shared, {
    [`POST ${path}`]: {
      id: `create${type}Preview`,
      summary: 'Create a preview link',
      description:
        'Whoever has the link sees the current state of this record, also if it was never published, until the link expires or is revoked.',
      path: recordPath,
      body: input,
      bodyOptional: true,
      responses: { '201': { ...returns(link)['200']!, description: 'The link.' } },
      errors: ['not_found'],
    },
    [`GET ${path}`]: {
      id: `list${type}Previews`,
      summary: 'List the preview links that have not expired, newest first',
      path: recordPath,
      query: pagedQuery(),
      responses: returns(listOf(preview)),
      errors: ['not_found', 'paging_required'],
    },
    [`DELETE ${path}`]: {
      id: `revoke${type}Previews`,
      summary: 'Revoke all preview links of a record',
      path: recordPath,
      responses: returnsNothing,
      errors: ['not_found'],
    },
    [`DELETE ${path}/{preview}`]: {
      id: `revoke${type}Preview`,
      summary: 'Revoke one preview link',
      path: recordPath.extend({ preview: z.uuid() }),
      responses: returnsNothing,
      errors: ['not_found'],
    },
  })
}
