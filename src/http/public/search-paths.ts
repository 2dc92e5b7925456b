import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { listOf, pagedQuery } from '../openapi/record-schemas.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'
import { searchParameters } from '../requests/query-schemas.ts'

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

export const searchPaths = (): Paths => ({
  '/api/search': {
    get: operation({
      id: 'search',
      tag: 'Site',
      summary: 'Search the published content',
      description:
        'Searches articles, projects, services, pages and FAQs; the best match comes first. Spelling variants of Persian and Arabic letters, digits, diacritics and zero-width non-joiners are treated alike, English words match by stem. Limited to 120 searches per minute and address.',
      query: pagedQuery(searchParameters(['fa', 'en'])),
      responses: returnsCacheable(listOf(searchHit)),
      errors: ['too_many_requests'],
    }),
  },
})
