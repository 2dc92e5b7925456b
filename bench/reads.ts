// Public reads compared with a bare handler.
import { compareWithBare } from './support/compare.ts'
import { startService } from './support/service.ts'
import { demoWithArticles } from './support/site.ts'

await using service = await startService(demoWithArticles(100, 11_000))
const site = `${service.url}/api/site`
const etag = (await fetch(site)).headers.get('ETag')!

const CASES = [
  { name: 'site', url: site, minRatio: 0.95 },
  { name: 'site gzip', url: site, headers: { 'Accept-Encoding': 'gzip' }, minRatio: 0.8 },
  { name: 'site 304', url: site, headers: { 'If-None-Match': etag }, minRatio: 0.5 },
  { name: 'site without bodies', url: `${site}?bodies=false` },
  {
    name: 'site without bodies gzip',
    url: `${site}?bodies=false`,
    headers: { 'Accept-Encoding': 'gzip' },
    minRatio: 0.6,
  },
  { name: 'one member', url: `${service.url}/api/site/menu` },
  { name: 'one article', url: `${service.url}/api/articles/article-50` },
  { name: 'list of 20', url: `${service.url}/api/articles?page=1&per_page=20` },
]

await compareWithBare('reads', CASES, service.database)
