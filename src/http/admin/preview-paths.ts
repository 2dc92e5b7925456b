// Preview links to the current state of records with pages, and to the site with a set of working copies.
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { previewInput } from '../../content/preview/previews.ts'
import { sitePreviewInput } from '../../content/preview/site-previews.ts'
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

const ofSite = preview
  .extend({
    release_id: z.int().nullable(),
    items: z
      .array(z.object({ resource: z.string(), id: z.int() }))
      .nullable()
      .meta({
        description: 'Null in a link to a release, which shows the items that it has when it is opened.',
      }),
  })
  .meta({ id: 'SitePreview' })

const siteInput = namedSchema(sitePreviewInput, 'SitePreviewOptions', {
  items: [{ resource: 'services', id: 3 }],
})

export const sitePreviewPaths = (): Paths =>
  operations(
    { tag: 'Site', access: 'editor' },
    {
      'POST /api/admin/preview': {
        id: 'createSitePreview',
        summary: 'Create a preview link to the site',
        description:
          'Whoever has the link sees the whole site as the publication of these working copies, or of those in a release, would leave it, until the link expires or is revoked. Links within the pages keep it. It always shows the current state of the set.',
        body: siteInput,
        responses: { '201': { ...returns(link)['200']!, description: 'The link.' } },
        errors: ['not_found', 'conflict'],
      },
      'GET /api/admin/preview': {
        id: 'listSitePreviews',
        summary: 'List the preview links to the site that have not expired, newest first',
        query: pagedQuery(),
        responses: returns(listOf(ofSite)),
        errors: ['paging_required'],
      },
      'DELETE /api/admin/preview/{preview}': {
        id: 'revokeSitePreview',
        summary: 'Revoke a preview link to the site',
        path: z.object({ preview: z.uuid() }),
        responses: returnsNothing,
        errors: ['not_found'],
      },
    },
  )

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
