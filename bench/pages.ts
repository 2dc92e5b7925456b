// Every kind of page of the built-in website, with 1,000 articles.
import { compareWithBare } from './support/compare.ts'
import { startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

const MIN_RATIO = 0.45

await using service = await startService(demoWithArticles(1_000, 11_000))

const PATHS = [
  ...[
    '/',
    '/?lang=en',
    '/about',
    '/services',
    '/services/procurement',
    '/investment',
    '/gallery',
    '/contact',
  ],
  ...['/projects', '/projects/east-treatment-plant-pumps', '/pages/privacy'],
  ...['/blog', '/blog?page=40', '/blog/article-500'],
]

await compareWithBare(
  'pages',
  PATHS.map((path) => ({ name: path, url: service.url + path, minRatio: MIN_RATIO })),
  service.database,
)
