// The content in the admin API.
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { publicImages, siteOf } from '../openapi/site-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { articleSeoPaths } from './article-seo-paths.ts'
import { draftPaths } from './draft-paths.ts'
import { previewPaths } from './preview-paths.ts'
import { resourcePaths } from './resource-paths.ts'

export const contentPaths = (): Paths => ({
  ...operations(
    { tag: 'Site', access: 'editor' },
    {
      'GET /api/admin/site': {
        id: 'getAdminSite',
        summary: 'Get the whole site including drafts',
        responses: returns(
          siteOf(({ record }) => record)
            .extend({ images: publicImages })
            .meta({ id: 'AdminSite' }),
        ),
      },
    },
  ),
  ...resourcePaths(),
  ...draftPaths(),
  ...articleSeoPaths(),
  ...previewPaths(),
})
