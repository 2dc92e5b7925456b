// HTML pages, feed, sitemap and robots.txt.
import { z } from 'zod'
import { pathOfPage, SEARCH_PATH } from '../../text/site-pages.ts'
import type { SinglePage } from '../../website/pages/single-pages.ts'
import type { pagedResources } from '../../website/view/existing-paths.ts'
import type { Section } from '../../website/view/stories.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { problem } from '../openapi/problem-schema.ts'
import { returnsCacheable } from '../openapi/standard-responses.ts'

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

/** Any page may have moved, or have a parameter of an old address that leads elsewhere. */
const redirects = Object.fromEntries(
  [301, 302, 308].map((status) => [
    String(status),
    { description: 'The page has moved.', headers: z.object({ Location: z.string() }) },
  ]),
)

const page = { ...returnsCacheable(null, 'text/html'), ...notFound, ...redirects }

const NAMES = { blog: 'articles', projects: 'projects' } as const

const filterQuery = {
  category: z.string().optional().meta({ description: 'The slug of a category.' }),
  tag: z.string().optional().meta({ description: 'A tag; `category` wins over it.' }),
  q: z.string().optional().meta({ description: 'Words to search for.' }),
}

const BLOG_NOTE =
  ' With `category` or `tag`, only such articles. With `q`, the articles that a search finds; limited to 120 searches per minute and address.'

export const listPath = ({ path, pageKey }: Section): Paths =>
  operations(
    { tag: 'Pages' },
    {
      [`GET ${path}`]: {
        id: `page-${pageKey}`,
        summary: `Get the list of ${NAMES[pageKey]} as a page`,
        description: `Twelve per page.${pageKey === 'blog' ? BLOG_NOTE : ''}`,
        query: z.object({
          ...languageQuery,
          page: z.string().optional(),
          ...(pageKey === 'blog' && filterQuery),
        }),
        responses: page,
        ...(pageKey === 'blog' && { errors: ['too_many_requests' as const] }),
      },
    },
  )

export const searchPath = (): Paths =>
  operations(
    { tag: 'Pages' },
    {
      [`GET ${SEARCH_PATH}`]: {
        id: 'page-search',
        summary: 'Search the website, as a page',
        description:
          'The empty form without `q`. Twelve hits per page, not indexed; limited to 120 searches per minute and address.',
        query: z.object({ ...languageQuery, page: z.string().optional(), q: filterQuery.q }),
        responses: page,
        errors: ['too_many_requests'],
      },
    },
  )

export const singlePath = (name: SinglePage): Paths =>
  operations(
    { tag: 'Pages' },
    {
      [`GET ${pathOfPage(name)}`]: {
        id: `page-${name}`,
        summary: `Get the page \`${name}\``,
        ...(name === 'contact' && {
          description: 'After a form was sent without JavaScript, it shows the result.',
        }),
        query: z.object({
          ...languageQuery,
          ...(name === 'contact' && {
            sent: z.string().optional().meta({ description: 'The form that was accepted.' }),
            form: z.string().optional().meta({ description: 'The submission to show with its errors.' }),
          }),
        }),
        responses: page,
      },
    },
  )

export const recordPath = ({ resource, page: part }: (typeof pagedResources)[number]): Paths =>
  operations(
    { tag: 'Pages' },
    {
      [`GET ${pathOfPage(part)}/{slug}`]: {
        id: `page-${part}-record`,
        summary: `Get the page of ${resource.labels.one[1].toLowerCase() === 'page' ? 'a free page' : `one ${resource.labels.one[1].toLowerCase()}`}`,
        description:
          'A former slug redirects to the current one. With `preview`, the current draft: not cached, not indexed, and 404 if the preview has ended.',
        path: z.object({ slug: z.string() }),
        errors: ['too_many_requests'],
        query: z.object({
          ...languageQuery,
          preview: z.string().optional().meta({ description: 'The token of a preview link.' }),
        }),
        responses: page,
      },
    },
  )

export const feedPath = (): Paths =>
  operations(
    { tag: 'Pages' },
    {
      'GET /blog/feed.xml': {
        id: 'getFeed',
        summary: 'Get the Atom feed of the latest articles',
        query: z.object(languageQuery),
        responses: returnsCacheable(null, 'application/atom+xml'),
      },
    },
  )

export const fontPaths = (): Paths =>
  operations(
    { tag: 'Pages' },
    {
      'GET /fonts/{file}': {
        id: 'getFont',
        summary: 'Get a font of the built-in pages',
        description: 'Its address changes with its content.',
        path: z.object({ file: z.string() }),
        responses: { ...returnsCacheable(null, 'font/woff2'), ...notFound },
      },
    },
  )

export const crawlerPaths = (): Paths =>
  operations(
    { tag: 'Pages' },
    {
      'GET /robots.txt': {
        id: 'getRobots',
        summary: 'Get robots.txt',
        responses: returnsCacheable(null, 'text/plain'),
      },
      'GET /sitemap.xml': {
        id: 'getSitemap',
        summary: 'Get the sitemap',
        description: 'Above 45,000 URLs it is an index of `/sitemap-{part}.xml`.',
        responses: returnsCacheable(null, 'application/xml'),
      },
      'GET /sitemap-{part}.xml': {
        id: 'getSitemapPart',
        summary: 'Get one part of a large sitemap',
        path: z.object({ part: z.int().min(1) }),
        responses: { ...returnsCacheable(null, 'application/xml'), ...notFound },
      },
    },
  )
