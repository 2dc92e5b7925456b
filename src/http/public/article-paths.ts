// Published articles.
import { z } from 'zod'
import { articles } from '../../content/resources/articles.ts'
import { furtherFields, withValue } from '../../text/content-language.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { pagedQuery } from '../openapi/record-schemas.ts'
import { schemasOf } from '../openapi/resource-schemas.ts'
import { publicImages, publicListOf } from '../openapi/site-schemas.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import { filters, publicListParameters } from '../requests/query-schemas.ts'

const articleLink = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    ...withValue(furtherFields('title'), z.string().nullable()),
  })
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
  slug: z.string().meta({
    description: 'The slug, or the id.',
    examples: ['pre-shipment-inspection-checklist', 'راهنمای-خرید'],
  }),
})

export const articlePaths = (): Paths =>
  operations(
    { tag: 'Site' },
    {
      'GET /api/articles': {
        id: 'listPublicArticles',
        summary: 'List published articles without their texts',
        description:
          'With `q`, limited to 120 requests per minute and address, together with `GET /api/search`.',
        query: pagedQuery({ ...filters.articles, ...publicListParameters(articles, []) }),
        responses: returnsCacheable(publicListOf(schemasOf(articles))),
        errors: ['paging_required', 'not_found', 'too_many_requests'],
      },
      'GET /api/articles/{slug}': {
        id: 'getPublicArticle',
        summary: 'Get a published article',
        description:
          'With links to its neighbours in the order of the blog (`blog_order` of the site settings) and to at most four articles that share tags or the category.',
        path: slug,
        responses: returnsCacheable(articleWithLinks()),
        errors: ['not_found', 'validation_failed'],
      },
    },
  )
