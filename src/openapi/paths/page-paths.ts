// HTML pages, feed, sitemap and robots.txt.
import { z } from 'zod'
import { type Section, sections } from '../../seo/stories.ts'
import { operation, type Paths } from '../describe-operation.ts'
import { problem } from '../problem-schema.ts'
import { returnsCacheable } from '../standard-responses.ts'

const languageQuery = {
  lang: z
    .string()
    .optional()
    .meta({ description: '`en` for English; by default the primary language.', examples: ['en'] }),
}

/** Browsers get a page, other clients a problem document. */
const notFound = {
  '404': {
    description: 'There is no such page.',
    content: {
      'text/html': { schema: { type: 'string' as const } },
      'application/problem+json': { schema: problem },
    },
  },
}

const page = { ...returnsCacheable(null, 'text/html'), ...notFound }

const redirects = Object.fromEntries(
  [301, 302, 308].map((status) => [
    String(status),
    { description: 'The page has moved.', headers: z.object({ Location: z.string() }) },
  ]),
)

const NAMES = { blog: ['articles', 'article'], projects: ['projects', 'project'] } as const

const sectionPaths = ({ path, pageKey }: Section): Paths => {
  const [plural, singular] = NAMES[pageKey]
  return {
    [path]: {
      get: operation({
        id: `page-${pageKey}`,
        tag: 'Pages',
        summary: `Get the list of ${plural} as a page`,
        description: `Twelve per page.${pageKey === 'blog' ? ' With `q`, the articles that a search finds; limited to 120 searches per minute and address.' : ''}`,
        query: z.object({
          ...languageQuery,
          page: z.string().optional(),
          ...(pageKey === 'blog' && {
            q: z.string().optional().meta({ description: 'Words to search for.' }),
          }),
        }),
        responses: page,
        ...(pageKey === 'blog' && { errors: ['too_many_requests' as const] }),
      }),
    },
    [`${path}/{slug}`]: {
      get: operation({
        id: `page-${pageKey}-story`,
        tag: 'Pages',
        summary: `Get the page of one ${singular}`,
        description:
          'A former slug redirects to the current one. With `preview`, the current draft: not cached, not indexed, and 404 if the preview has ended.',
        path: z.object({ slug: z.string() }),
        query: z.object({
          ...languageQuery,
          preview: z.string().optional().meta({ description: 'The token of a preview link.' }),
        }),
        responses: { ...page, ...redirects },
      }),
    },
  }
}

export const pagePaths = (): Paths => ({
  '/blog/feed.xml': {
    get: operation({
      id: 'getFeed',
      tag: 'Pages',
      summary: 'Get the Atom feed of the latest articles',
      query: z.object(languageQuery),
      responses: returnsCacheable(null, 'application/atom+xml'),
    }),
  },
  ...Object.assign({}, ...sections.map(sectionPaths)),
  '/robots.txt': {
    get: operation({
      id: 'getRobots',
      tag: 'Pages',
      summary: 'Get robots.txt',
      responses: returnsCacheable(null, 'text/plain'),
    }),
  },
  '/sitemap.xml': {
    get: operation({
      id: 'getSitemap',
      tag: 'Pages',
      summary: 'Get the sitemap',
      description: 'Above 45,000 URLs it is an index of `/sitemap-{part}.xml`.',
      responses: returnsCacheable(null, 'application/xml'),
    }),
  },
  '/sitemap-{part}.xml': {
    get: operation({
      id: 'getSitemapPart',
      tag: 'Pages',
      summary: 'Get one part of a large sitemap',
      path: z.object({ part: z.int().min(1) }),
      responses: { ...returnsCacheable(null, 'application/xml'), ...notFound },
    }),
  },
})
