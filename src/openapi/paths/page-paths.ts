// What crawlers read.
import { z } from 'zod'
import { sections } from '../../seo/stories.ts'
import { cached, operation, type Paths } from '../describe-operation.ts'
import { problem } from '../problem-schema.ts'

const language = {
  lang: z
    .string()
    .optional()
    .meta({ description: 'BCP 47 tag.', examples: ['fa', 'en'] }),
}
const html = { 'text/html': { schema: { type: 'string' as const } } }

/** A page for browsers, a problem for others. */
const notFound = {
  '404': {
    description: 'There is no such page.',
    content: { ...html, 'application/problem+json': { schema: problem } },
  },
}

const pageAnswers = {
  ...cached(null, 'text/html'),
  ...notFound,
}

const moved = {
  ...Object.fromEntries(
    [301, 302, 308].map((status) => [
      String(status),
      { description: 'It has moved.', headers: z.object({ Location: z.string() }) },
    ]),
  ),
}

const sectionPaths = (path: string): Paths => ({
  [path]: {
    get: operation({
      id: `page${path.replaceAll('/', '-')}`,
      tag: 'Pages',
      summary: `The list ${path}`,
      query: z.object({ ...language, page: z.string().optional() }),
      answers: pageAnswers,
    }),
  },
  [`${path}/{slug}`]: {
    get: operation({
      id: `page${path.replaceAll('/', '-')}-story`,
      tag: 'Pages',
      summary: `One page of ${path}`,
      path: z.object({ slug: z.string() }),
      query: z.object(language),
      answers: { ...pageAnswers, ...moved },
    }),
  },
})

const xml = (id: string, summary: string, type = 'application/xml') =>
  operation({ id, tag: 'Pages', summary, answers: cached(null, type) })

export const pagePaths = (): Paths => ({
  '/blog/feed.xml': {
    get: operation({
      id: 'getFeed',
      tag: 'Pages',
      summary: 'Atom feed of the articles, newest first',
      query: z.object(language),
      answers: cached(null, 'application/atom+xml'),
    }),
  },
  ...Object.assign({}, ...sections.map(({ path }) => sectionPaths(path))),
  '/robots.txt': { get: xml('getRobots', 'What crawlers may read', 'text/plain') },
  '/sitemap.xml': { get: xml('getSitemap', 'Every page, or an index of the parts') },
  '/sitemap-{part}.xml': {
    get: operation({
      id: 'getSitemapPart',
      tag: 'Pages',
      summary: 'One part of a long sitemap',
      path: z.object({ part: z.int().min(1) }),
      answers: { ...cached(null, 'application/xml'), ...notFound },
    }),
  },
})
