// Schemas of the whole site.

import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { fieldInAll, withValue } from '../../text/content-language.ts'
import { pageKeys } from '../../text/site-pages.ts'
import { listOf } from './record-schemas.ts'
import { type ResourceSchemas, schemasOf } from './resource-schemas.ts'

/** A resource within the site: a record or null, records by page key, or an array. */
export function memberOf(resource: Resource, record: z.ZodObject): z.ZodType {
  if (resource.singleton) return record.nullable()
  if (resource.key) return z.partialRecord(z.enum(pageKeys), record)
  return z.array(record)
}

/** The whole site, with the schema that `choose` returns for the records of each resource. */
export const siteOf = (choose: (schemas: ResourceSchemas) => z.ZodObject) =>
  z.object({
    languages: z.array(z.string()).meta({
      description: 'The languages of the site. Fields without a suffix are in the first one.',
      examples: [['fa', 'en']],
    }),
    ...Object.fromEntries(
      resources.map((resource) => [resource.member, memberOf(resource, choose(schemasOf(resource)))]),
    ),
  })

const share = z.number().min(0).max(1)

export const publicImages = z
  .record(
    z.string(),
    z
      .object({
        width: z.int(),
        height: z.int(),
        placeholder: z.string().nullable().meta({ description: 'A ThumbHash as base64.' }),
        focal: z.object({ x: share, y: share }).meta({ description: 'The point that crops keep in view.' }),
        v: z
          .string()
          .meta({ description: 'Makes the URLs of crops immutable; a long one belongs to all variants.' }),
        ...withValue(fieldInAll('alt'), z.string().nullable()),
        title: z.string().nullable(),
      })
      .meta({ id: 'PublicImage' }),
  )
  .meta({ description: 'The images of the library that the answer shows, texts included, by their URLs.' })

/** The envelope of a public list: records in full or with the fields that were chosen, and their images. */
export const publicListOf = ({ summary, view }: ResourceSchemas) =>
  listOf(z.union([summary, view.partial().required({ id: true })])).extend({ images: publicImages })
