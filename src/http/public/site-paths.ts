// The published content.
import { z } from 'zod'
import type { Resource } from '../../content/definition/define-resource.ts'
import { pageKeys } from '../../content/definition/field-types.ts'
import { articles } from '../../content/resources/articles.ts'
import { projects } from '../../content/resources/projects.ts'
import { resources } from '../../content/resources/resource-registry.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery } from '../openapi/record-schemas.ts'
import { type ResourceSchemas, schemasOf, typeNameOf } from '../openapi/resource-schemas.ts'
import { returns, returnsCacheable } from '../openapi/standard-responses.ts'
import { filters, searchParameters, siteQuery } from '../requests/query-schemas.ts'

/** A resource within the site: a record or null, records by page key, or an array. */
function memberOf(resource: Resource, record: z.ZodObject): z.ZodType {
  if (resource.singleton) return record.nullable()
  if (resource.key) return z.partialRecord(z.enum(pageKeys), record)
  return z.array(record)
}

/** The whole site, with the schema that `choose` returns for the records of each resource. */
export const siteOf = (choose: (schemas: ResourceSchemas) => z.ZodObject) =>
  z.object({
    languages: z.array(z.string()).meta({
      description: 'The language of the plain fields, then the language of the `_en` fields.',
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
        v: z.string().meta({ description: 'Makes the URLs of crops immutable.' }),
        alt: z.string().nullable(),
        title: z.string().nullable(),
      })
      .meta({ id: 'PublicImage' }),
  )
  .meta({ description: 'The images of the library that the answer shows, texts included, by their URLs.' })

const articleLink = z
  .object({ id: z.int(), slug: z.string(), title: z.string(), title_en: z.string().nullable() })
  .meta({ id: 'ArticleLink' })

const articleWithLinks = () =>
  schemasOf(articles)
    .view.extend({
      previous: articleLink.nullable().meta({ description: 'The article before it on the blog.' }),
      next: articleLink.nullable().meta({ description: 'The article after it on the blog.' }),
      related: z.array(articleLink).meta({ description: 'The most similar first.' }),
      images: publicImages,
    })
    .meta({ id: 'ArticleWithLinks' })

const slug = z.object({
  slug: z.string().meta({ examples: ['pre-shipment-inspection-checklist', 'راهنمای-خرید'] }),
})

const clientConfig = z
  .object({
    languages: z.array(z.string()),
    media_base: z.string().meta({ description: 'The URL that paths of images are appended to.' }),
    commit: z.string(),
    mail: z.boolean().meta({
      description:
        'Whether mail is sent: forgotten passwords can be reset, the newsletter asks for confirmation.',
    }),
    errors: z
      .object({ dsn: z.string(), host: z.string().nullable() })
      .nullable()
      .meta({ description: 'Where to report errors; null if error reporting is off.' }),
    analytics: z
      .object({ host: z.string(), website_id: z.string() })
      .nullable()
      .meta({ description: 'The Umami server and website; null if analytics are off.' }),
  })
  .meta({ id: 'ClientConfig' })

const matchRanges = z.array(z.tuple([z.int().min(0), z.int().min(0)])).meta({
  description: 'Start and end of each matching word in UTF-16 code units; the end is exclusive.',
})

const searchHit = z
  .object({
    type: z.string().meta({ examples: ['articles'] }),
    id: z.int(),
    language: z.string(),
    title: z.string(),
    title_matches: matchRanges,
    path: z.string().nullable().meta({ description: 'The path of its page; null if it has none.' }),
    snippet: z.string().meta({ description: 'Plain text, about 200 characters around the matches.' }),
    snippet_matches: matchRanges,
  })
  .meta({ id: 'SearchHit' })

const shared = { tag: 'Site' } as const

export const sitePaths = (): Paths => ({
  '/api/site': {
    get: operation({
      ...shared,
      id: 'getSite',
      summary: 'Get the whole site',
      description:
        'All published content in both languages. Each resource is a property, with `_` instead of `-` in its name. With `preview`, one record is included in its current state and nothing is cached.',
      query: siteQuery,
      responses: returnsCacheable(
        z.union([
          siteOf(({ view }) => view)
            .extend({ images: publicImages })
            .meta({ id: 'Site' }),
          siteOf(({ summary }) => summary)
            .extend({ images: publicImages })
            .meta({ id: 'SiteSummary' }),
        ]),
      ),
      errors: ['not_found'],
    }),
  },
  ...memberPaths(),
  '/api/articles': {
    get: operation({
      ...shared,
      id: 'listPublicArticles',
      summary: 'List published articles without their texts',
      description: 'Sorted by `position` unless `sort=newest`.',
      query: pagedQuery(filters.articles),
      responses: returnsCacheable(listOf(schemasOf(articles).summary).extend({ images: publicImages })),
      errors: ['paging_required'],
    }),
  },
  '/api/articles/{slug}': {
    get: operation({
      ...shared,
      id: 'getPublicArticle',
      summary: 'Get a published article',
      description:
        'With links to its neighbours in the order of the blog (`blog_order` of the site settings) and to at most four articles that share tags or the category.',
      path: slug,
      responses: returnsCacheable(articleWithLinks()),
      errors: ['not_found'],
    }),
  },
  '/api/projects/{slug}': {
    get: operation({
      ...shared,
      id: 'getPublicProject',
      summary: 'Get a project',
      path: slug,
      responses: returnsCacheable(
        schemasOf(projects).view.extend({ images: publicImages }).meta({ id: 'ProjectWithImages' }),
      ),
      errors: ['not_found'],
    }),
  },
  '/api/search': {
    get: operation({
      ...shared,
      id: 'search',
      summary: 'Search the published content',
      description:
        'Searches articles, projects, services, pages and FAQs; the best match comes first. Spelling variants of Persian and Arabic letters, digits, diacritics and zero-width non-joiners are treated alike, English words match by stem. Limited to 120 searches per minute and address.',
      query: pagedQuery(searchParameters(['fa', 'en'])),
      responses: returnsCacheable(listOf(searchHit)),
      errors: ['too_many_requests'],
    }),
  },
  '/api/client-config': {
    get: operation({
      ...shared,
      id: 'getClientConfig',
      summary: 'Get the runtime settings of a frontend',
      description: 'Lets one build of a frontend run in several environments.',
      responses: returns(clientConfig),
    }),
  },
})

const memberPaths = (): Paths =>
  Object.fromEntries(
    resources.map((resource) => [
      `/api/site/${resource.name}`,
      {
        get: operation({
          ...shared,
          id: `get${typeNameOf(resource)}Member`,
          summary: `Get \`${resource.name}\` of the site`,
          responses: returnsCacheable(memberOf(resource, schemasOf(resource).view)),
        }),
      },
    ]),
  )
