// The public files.
import { z } from 'zod'
import { FORMATS, PREVIEW, RATIOS, widthsOf } from '../../content/images/image-variants.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { notModified } from '../openapi/standard-responses.ts'

const variantQuery = z
  .object({
    w: z.literal([...widthsOf(PREVIEW.ratio)]).meta({
      description: `Width in pixels; ${PREVIEW.width} only with the ratio ${PREVIEW.ratio}. Required for a variant.`,
    }),
    ratio: z.enum(RATIOS).meta({ description: 'Width by height of a crop around the focal point.' }),
    f: z.enum(FORMATS).meta({
      description:
        'The format, by default that of the original; `auto` is AVIF or WebP where the `Accept` header has them.',
    }),
    v: z
      .string()
      .regex(/^[0-9a-z]{6}$/)
      .meta({ description: '`v` of the image in `images` of the public reads; makes a crop immutable.' }),
  })
  .partial()

const bytes = { schema: { type: 'string' as const, format: 'binary' } }
const binary = { 'image/*': bytes, 'application/pdf': bytes }

export const publicFilePaths = (): Paths =>
  operations(
    { tag: 'Media' },
    {
      'GET /media/{year}/{month}/{name}': {
        id: 'getImage',
        summary: 'Get an image, a variant of it, or a PDF',
        description:
          'Immutable: cached for a year. Supports range requests. `w` asks for a variant, which is made on the first request; it is never larger than the original, and a PDF has none. An unknown parameter beside it is refused.',
        path: z.object({ year: z.string(), month: z.string(), name: z.string() }),
        query: variantQuery,
        responses: {
          '200': { description: 'The file.', content: binary },
          '206': { description: 'The requested range.', content: binary },
          '302': {
            description: 'The focal point was moved: the crop has another `v`. Not cached.',
            headers: z.object({ Location: z.string() }),
          },
          ...notModified,
        },
        errors: ['not_found', 'range_not_satisfiable', 'too_many_requests', 'unavailable'],
      },
    },
  )
