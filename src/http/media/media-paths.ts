// The media library: images and PDFs.

import { z } from 'zod'
import { ROTATIONS } from '../../content/images/image-edit.ts'
import { articles } from '../../content/resources/articles.ts'
import { imageDescription } from '../../content/verbs/edit-body-image.ts'
import { importRequest } from '../../media/import-image.ts'
import { replacementRequest } from '../../media/replace-everywhere.ts'
import { mediaChanges, uploadDetails } from '../../media/upload-file.ts'
import { fieldInAll, withValue } from '../../text/content-language.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { changes, gets, lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields, recordLabels, recordPath } from '../openapi/record-schemas.ts'
import { schemasOf } from '../openapi/resource-schemas.ts'
import { returns, returnsCreated, returnsRecord } from '../openapi/standard-responses.ts'
import { filters } from '../requests/query-schemas.ts'

const share = z.number().min(0).max(1)
const focalPart = share.meta({
  description: 'The point of the original that crops keep in view, from the upper left corner: 0 to 1.',
})

const imageFields = {
  ...recordFields(),
  url: z.string().meta({ description: 'Relative to `media_base` in `GET /api/client-config`.' }),
  width: z.int().nullable().meta({ description: 'Pixels; null for a PDF.' }),
  height: z.int().nullable(),
  size: z.int().meta({ description: 'Bytes.' }),
  mime: z.string(),
  ...withValue(fieldInAll('alt'), z.string().nullable()),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  focal_x: focalPart,
  focal_y: focalPart,
  rotation: z.literal(ROTATIONS).meta({ description: 'Degrees by which variants are turned clockwise.' }),
  crop: z
    .object({ x: share, y: share, width: share, height: share })
    .nullable()
    .meta({ description: 'The part of the turned image that variants show; null for all of it.' }),
  v: z
    .string()
    .nullable()
    .meta({ description: 'The stamp for URLs of variants, as in `images` of public reads; null for a PDF.' }),
  placeholder: z
    .string()
    .nullable()
    .meta({ description: 'A ThumbHash of the image as base64; null for a PDF.' }),
}
const media = z.object(imageFields).meta({ id: 'Media' })
const changed = z.object({ resource: z.string(), id: z.int(), fields: z.array(z.string()) })
const uses = z.array(
  changed.extend({
    ...recordLabels('The name of the record, such as its title.', 'Its English name, where there is one.'),
    draft: z.boolean().meta({ description: 'Only the working copy of the record uses it.' }),
  }),
)
const mediaWithUses = z
  .object({
    ...imageFields,
    uploaded_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the account; null for files of the service and of deleted accounts.' }),
    used_in: uses.meta({ description: 'The records and fields that use the file.' }),
  })
  .meta({ id: 'MediaWithUses' })

const replacedMedia = z
  .object({ replaced: z.array(changed).meta({ description: 'The records and fields that were changed.' }) })
  .meta({ id: 'ReplacedMedia' })

const mediaTags = z
  .object({ items: z.array(z.object({ tag: z.string(), count: z.int() })) })
  .meta({ id: 'MediaTags' })

const file = z
  .string()
  .meta({ description: 'JPEG, PNG, WebP, GIF, AVIF or PDF.', override: { type: 'string', format: 'binary' } })
const upload = uploadDetails.extend({ file }).meta({ id: 'Upload' })

const shared = { access: 'editor', tag: 'Media' } as const

export const uploadPaths = (): Paths =>
  operations(shared, {
    'POST /api/admin/upload': {
      access: 'uploads',
      id: 'uploadImage',
      summary: 'Upload an image or a PDF',
      description:
        'Metadata of images is removed, images above 2,560 pixels are scaled down. A PDF is kept as it is. `name` becomes the file name, by default that of the file.',
      body: { 'multipart/form-data': { schema: upload } },
      responses: returnsCreated(media),
    },
  })

export const importPaths = (): Paths =>
  operations(shared, {
    'POST /api/admin/import-image': {
      id: 'importImage',
      summary: 'Import an image or a PDF from a URL',
      description:
        'Only public addresses are allowed. The URL of a file of this site returns that file with 200.',
      body: namedSchema(
        importRequest,
        'ImageImport',
        { url: 'https://example.com/pump.jpg', alt: 'پمپ سانتریفیوژ' },
        { url: 'https://example.com/pump.jpg', alt: 'A centrifugal pump' },
      ),
      responses: { ...returnsRecord(media), ...returnsCreated(media) },
      errors: ['not_found', 'url_not_allowed', 'upstream_failed'],
    },
  })

export const libraryPaths = (): Paths =>
  operations(shared, {
    'GET /api/admin/media': {
      access: 'uploads',
      id: 'listMedia',
      summary: 'List images and PDFs',
      ...lists(media, filters.media),
    },
    'GET /api/admin/media/tags': {
      access: 'uploads',
      id: 'listMediaTags',
      summary: 'List the tags of the files',
      description: 'The most common ones first, at most 500.',
      responses: returns(mediaTags),
    },
    'GET /api/admin/media/{id}': {
      access: 'uploads',
      id: 'getMedia',
      summary: 'Get a file and the records that use it',
      ...gets(mediaWithUses),
    },
    'PATCH /api/admin/media/{id}': {
      access: 'uploads',
      id: 'updateMedia',
      summary: 'Change texts, tags, focal point, rotation and crop of a file',
      description:
        'A new focal point gives crops new URLs, a new rotation or crop all variants. The original stays as it is, at its URL.',
      ...changes(
        media,
        namedSchema(
          mediaChanges,
          'MediaChanges',
          { focal_x: 0.3, focal_y: 0.25 },
          { rotation: 90, crop: { x: 0, y: 0.1, width: 1, height: 0.8 } },
        ),
      ),
    },
    'DELETE /api/admin/media/{id}': {
      id: 'removeMedia',
      summary: 'Delete an unused file',
      description: 'Fails with 409 `in_use` while a record uses the file.',
      ...removes,
      errors: ['not_found', 'in_use'],
    },
    'POST /api/admin/media/{id}/replace': {
      id: 'replaceMedia',
      summary: 'Put another file in its place everywhere',
      description:
        'Changes every record that uses the file, in one transaction; each gets a revision. The file itself stays. An image can take the place of an image, a PDF that of a PDF.',
      path: recordPath,
      body: namedSchema(replacementRequest, 'MediaReplacement', { with: 2 }),
      responses: returns(replacedMedia),
      errors: ['not_found'],
    },
    'PATCH /api/admin/articles/{id}/images': {
      tag: 'articles',
      id: 'describeArticleImage',
      summary: 'Change alt text and title of an image in the text',
      description: 'Applies to both languages unless `lang` names one.',
      path: recordPath,
      conditional: true,
      body: namedSchema(imageDescription, 'ImageDescription'),
      responses: returnsRecord(schemasOf(articles).record),
      errors: ['not_found', 'conflict'],
    },
  })
