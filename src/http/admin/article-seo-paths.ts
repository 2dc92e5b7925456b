import { z } from 'zod'
import { CHECKS } from '../../text/seo-analysis/check.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { recordId, recordPath } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { scoresQuery } from '../requests/query-schemas.ts'

const highlight = z.object({
  block: z.int().meta({ description: 'Index of the text block in the content, empty ones counted.' }),
  start: z.int().meta({ description: 'UTF-16 units of the text of the block.' }),
  end: z.int().meta({ description: 'Exclusive.' }),
})

const check = z
  .object({
    name: z.enum(CHECKS),
    rating: z.enum(['good', 'okay', 'bad']),
    score: z
      .int()
      .meta({ description: '9 for good, 6 for okay, 3 for bad; 2 for a title without the keyphrase.' }),
    params: z
      .record(z.string(), z.union([z.number(), z.string()]))
      .meta({ description: 'Figures of the message.' }),
    highlights: z.array(highlight),
    message: z.object({ fa: z.string(), en: z.string() }),
  })
  .meta({ id: 'SeoCheck' })

const report = z
  .object({
    score: z
      .int()
      .meta({ description: 'From 0 to 100: the points of the checks, divided by the most they can give.' }),
    words: z.int(),
    checks: z.array(check),
  })
  .meta({ id: 'SeoReport' })

const reports = z
  .object({
    languages: z.record(z.string(), report.nullable()).meta({
      description: 'By language tag; null in English while the article has no English title and text.',
    }),
  })
  .meta({ id: 'ArticleSeo' })

const scores = z.object({
  items: z.array(
    z
      .object({
        id: recordId,
        version: z.int(),
        scores: z.record(z.string(), z.int().nullable()).meta({
          description:
            'From 0 to 100 by language tag; null in English while the article has no English title and text, and where the text takes too long to rate.',
        }),
      })
      .meta({ id: 'ArticleScores' }),
  ),
})

export const articleSeoPaths = (): Paths =>
  operations(
    { tag: 'articles', access: 'editor' },
    {
      'GET /api/admin/articles/seo': {
        id: 'listArticleScores',
        summary: 'List the SEO scores of articles',
        description: 'In the order of `ids`; articles that do not exist are left out.',
        query: scoresQuery,
        responses: returns(scores),
      },
      'GET /api/admin/articles/{id}/seo': {
        id: 'rateArticle',
        summary: 'Rate an article for search engines and readers',
        path: recordPath,
        responses: returns(reports),
        errors: ['not_found', 'validation_failed'],
      },
    },
  )
