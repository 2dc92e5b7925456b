// What anybody may read.
import { z } from 'zod'
import type { Resource } from '../../content/define-resource.ts'
import { pageKeys } from '../../content/field-types.ts'
import { resources } from '../../content/resource-registry.ts'
import { articles } from '../../content/resources/articles.ts'
import { projects } from '../../content/resources/projects.ts'
import { filters, searchParameters } from '../../http/query-schemas.ts'
import { cached, listing, listOf, operation, type Paths, sends } from '../describe-operation.ts'
import { type ResourceSchemas, schemasOf, typeNameOf } from '../resource-schemas.ts'

/** One resource's part of the site: a record, records by key, or a list of them. */
function memberOf(resource: Resource, record: z.ZodObject): z.ZodType {
  if (resource.singleton) return record.nullable()
  if (resource.key) return z.partialRecord(z.enum(pageKeys), record)
  return z.array(record)
}

/** The whole site, of the records that `choose` picks. */
export const siteOf = (choose: (schemas: ResourceSchemas) => z.ZodObject) =>
  z.object({
    languages: z.array(z.string()).meta({
      description: 'The language of the plain fields, then that of the `_en` fields.',
      examples: [['fa', 'en']],
    }),
    ...Object.fromEntries(
      resources.map((resource) => [resource.member, memberOf(resource, choose(schemasOf(resource)))]),
    ),
  })

const slug = z.object({
  slug: z.string().meta({ examples: ['pre-shipment-inspection-checklist', 'راهنمای-خرید'] }),
})

const clientConfig = z
  .object({
    languages: z.array(z.string()),
    media_base: z.string(),
    commit: z.string(),
    errors: z.object({ dsn: z.string(), host: z.string().nullable() }).nullable(),
    analytics: z.object({ host: z.string(), website_id: z.string() }).nullable(),
  })
  .meta({ id: 'ClientConfig' })

const ranges = z.array(z.tuple([z.int().min(0), z.int().min(0)])).meta({
  description: 'Where the words stand: UTF-16 units, end exclusive.',
})

const searchHit = z
  .object({
    type: z.string().meta({ examples: ['articles'] }),
    id: z.int(),
    language: z.string(),
    title: z.string(),
    title_matches: ranges,
    path: z.string().nullable().meta({ description: 'Path of its page; null where it has none.' }),
    snippet: z.string().meta({ description: 'Plain text, about 200 characters around the matches.' }),
    snippet_matches: ranges,
  })
  .meta({ id: 'SearchHit' })

export const sitePaths = (): Paths => ({
  '/api/site': {
    get: operation({
      id: 'getSite',
      tag: 'Site',
      summary: 'The whole website',
      description: 'Every resource under its name with `_` for `-`; only what visitors may see.',
      answers: cached(siteOf(({ view }) => view).meta({ id: 'Site' })),
    }),
  },
  ...Object.fromEntries(
    resources.map((resource) => [
      `/api/site/${resource.name}`,
      {
        get: operation({
          id: `get${typeNameOf(resource)}Member`,
          tag: 'Site',
          summary: `Its ${resource.name}`,
          answers: cached(memberOf(resource, schemasOf(resource).view)),
        }),
      },
    ]),
  ),
  '/api/articles': {
    get: operation({
      id: 'listPublicArticles',
      tag: 'Site',
      summary: 'Articles, without their texts',
      description: 'Of a category by its slug or id, with a tag.',
      query: listing(filters.articles),
      answers: cached(listOf(schemasOf(articles).summary)),
      errors: ['paging_required'],
    }),
  },
  '/api/articles/{slug}': {
    get: operation({
      id: 'getPublicArticle',
      tag: 'Site',
      summary: 'One article, whole',
      path: slug,
      answers: cached(schemasOf(articles).view),
      errors: ['not_found'],
    }),
  },
  '/api/projects/{slug}': {
    get: operation({
      id: 'getPublicProject',
      tag: 'Site',
      summary: 'One project, whole',
      path: slug,
      answers: cached(schemasOf(projects).view),
      errors: ['not_found'],
    }),
  },
  '/api/search': {
    get: operation({
      id: 'search',
      tag: 'Site',
      summary: 'Search the website',
      description:
        'Articles, projects, services, pages and FAQs that visitors may see, the best match first. Persian and Arabic spellings, digits, diacritics and zero-width non-joiners make no difference; English words match by their stem. At most 120 searches a minute from one address.',
      query: listing(searchParameters(['fa', 'en'])),
      answers: cached(listOf(searchHit)),
      errors: ['too_many_requests'],
    }),
  },
  '/api/client-config': {
    get: operation({
      id: 'getClientConfig',
      tag: 'Site',
      summary: 'Where it runs, for a frontend that is built once',
      answers: sends(clientConfig),
    }),
  },
})
