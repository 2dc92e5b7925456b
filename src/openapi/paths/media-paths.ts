// Images: what editors do with them, and how they are served.
import { z } from 'zod'
import { articles } from '../../content/resources/articles.ts'
import { imageDescription } from '../../content/verbs/edit-body-image.ts'
import { filters } from '../../http/query-schemas.ts'
import { importRequest } from '../../media/import-image.ts'
import { mediaChanges, uploadDetails } from '../../media/upload-image.ts'
import {
  creates,
  lifecycle,
  listing,
  listOf,
  named,
  nothing,
  operation,
  type Paths,
  recordPath,
  sends,
  sendsRecord,
} from '../describe-operation.ts'
import { schemasOf } from '../resource-schemas.ts'

const image = {
  ...lifecycle(),
  url: z.string().meta({ description: 'Relative to the media base of `/api/client-config`.' }),
  width: z.int(),
  height: z.int(),
  size: z.int().meta({ description: 'Bytes.' }),
  mime: z.string(),
  alt: z.string().nullable(),
  title: z.string().nullable(),
}
const media = z.object(image).meta({ id: 'Media' })
const mediaWithUses = z
  .object({
    ...image,
    used_in: z.array(z.object({ resource: z.string(), id: z.int(), fields: z.array(z.string()) })),
  })
  .meta({ id: 'MediaWithUses' })

const bytes = z
  .string()
  .meta({ description: 'JPEG, PNG, WebP, GIF or AVIF.', override: { type: 'string', format: 'binary' } })
const upload = uploadDetails.extend({ file: bytes }).meta({ id: 'Upload' })

const admin = { requireSession: 'admin', tag: 'Media' } as const

export const mediaPaths = (): Paths => ({
  '/api/admin/upload': {
    post: operation({
      ...admin,
      id: 'uploadImage',
      summary: 'Add an image',
      body: { 'multipart/form-data': { schema: upload } },
      answers: creates(media),
    }),
  },
  '/api/admin/import-image': {
    post: operation({
      ...admin,
      id: 'importImage',
      summary: 'Take an image from another site',
      description: 'From public addresses only. One of this site is found instead: 200.',
      body: named(
        importRequest,
        'ImageImport',
        { url: 'https://example.com/pump.jpg', alt: 'پمپ سانتریفیوژ' },
        { url: 'https://example.com/pump.jpg', alt: 'A centrifugal pump' },
      ),
      answers: { ...sendsRecord(media), ...creates(media) },
      errors: ['not_found', 'url_not_allowed', 'upstream_failed'],
    }),
  },
  '/api/admin/media': {
    get: operation({
      ...admin,
      id: 'listMedia',
      summary: 'The images, newest first',
      query: listing(filters.media),
      answers: sends(listOf(media)),
      errors: ['paging_required'],
    }),
  },
  '/api/admin/media/{id}': {
    get: operation({
      ...admin,
      id: 'getMedia',
      summary: 'One image and where it is shown',
      path: recordPath,
      answers: sendsRecord(mediaWithUses),
      errors: ['not_found'],
    }),
    patch: operation({
      ...admin,
      id: 'updateMedia',
      summary: 'Describe it',
      path: recordPath,
      guarded: true,
      body: named(mediaChanges, 'MediaChanges'),
      answers: sendsRecord(media),
      errors: ['not_found'],
    }),
    delete: operation({
      ...admin,
      id: 'removeMedia',
      summary: 'Remove an image that nothing shows',
      path: recordPath,
      guarded: true,
      answers: nothing,
      errors: ['not_found', 'in_use'],
    }),
  },
  '/api/admin/articles/{id}/images': {
    patch: operation({
      ...admin,
      tag: 'articles',
      id: 'describeArticleImage',
      summary: 'Describe an image within the text',
      path: recordPath,
      guarded: true,
      body: named(imageDescription, 'ImageDescription'),
      answers: sendsRecord(schemasOf(articles).record),
      errors: ['not_found', 'conflict'],
    }),
  },
  '/media/{year}/{month}/{name}': {
    get: operation({
      id: 'getImage',
      tag: 'Media',
      summary: 'An image, cached for good',
      path: z.object({ year: z.string(), month: z.string(), name: z.string() }),
      answers: {
        '200': {
          description: 'The image.',
          content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
        },
        '206': {
          description: 'The range.',
          content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
        },
        '304': { description: '`If-None-Match` names what you would get.' },
      },
      errors: ['not_found', 'range_not_satisfiable'],
    }),
  },
})
