// Checks without credentials: public routes respond, protected routes respond with 401.
import type { SmokeCheck } from './smoke-check.ts'
import { expectStatus, expectThat, jsonOf, type SmokeClient } from './smoke-client.ts'

export function anonymousChecks({ get }: SmokeClient): SmokeCheck[] {
  const read = async (path: string) => {
    const response = await get(path)
    expectStatus(response, 200, path)
    return response
  }
  const json = async (path: string) => jsonOf(await read(path), path)
  const page = async (path: string) => {
    const { text, headers } = await read(path)
    expectThat(/^text\/html/.test(headers.get('Content-Type') ?? ''), `${path} is not HTML`)
    const title = /<title[^>]*>([^<]*)<\/title>/.exec(text)?.[1]
    expectThat(title, `${path} has no title`)
    return title
  }
  const unauthorized = async (path: string) => {
    const response = await get(path)
    expectStatus(response, 401, path)
    expectThat(response.headers.has('WWW-Authenticate'), `${path} has no WWW-Authenticate header`)
    expectThat(jsonOf(response, path).status === 401, `${path} has no problem document`)
    return '401'
  }
  const ready = async (path: string) => {
    const { checks } = await json(path)
    const failing = Object.entries(checks ?? {}).flatMap(([name, passed]) => (passed === true ? [] : name))
    expectThat(checks, `${path} has no checks`)
    expectThat(failing.length === 0, `${path} reports failing checks: ${failing.join(', ')}`)
    return Object.keys(checks).join(', ')
  }
  return [
    {
      name: 'GET /health',
      run: async () => {
        expectThat((await json('/health')).status === 'ok', '/health does not report ok')
        return 'up'
      },
    },
    { name: 'GET /api/live', run: async () => String((await json('/api/live')).status) },
    { name: 'GET /health/ready', run: () => ready('/health/ready') },
    { name: 'GET /api/health', run: () => ready('/api/health') },
    {
      name: 'GET /metrics',
      run: async () => {
        const response = await get('/metrics')
        // A proxy in front keeps them from outside, as it should.
        if (response.status === 403 || response.status === 404) return `closed (${response.status})`
        expectStatus(response, 200, '/metrics')
        const { text } = response
        expectThat(/^http_requests_total/m.test(text), '/metrics has no http_requests_total')
        return /^app_build_info\{commit="([^"]*)"/m.exec(text)?.[1] ?? 'unknown commit'
      },
    },
    {
      name: 'GET /api/site',
      run: async () => {
        const response = await read('/api/site')
        const site = jsonOf(response, '/api/site')
        expectThat(
          Array.isArray(site.languages) && Array.isArray(site.services),
          '/api/site has no languages or services',
        )
        return `${response.text.length} characters`
      },
    },
    {
      name: 'GET /api/site with If-None-Match',
      run: async () => {
        const etag = (await read('/api/site')).headers.get('ETag')
        expectThat(etag, '/api/site has no ETag')
        expectStatus(
          await get('/api/site', { headers: { 'If-None-Match': etag } }),
          304,
          '/api/site with If-None-Match',
        )
        return '304'
      },
    },
    { name: 'GET /api/site/menu', run: async () => `${(await json('/api/site/menu')).length} items` },
    {
      name: 'GET /api/articles',
      run: async () => {
        const { items, total } = await json('/api/articles?page=1&per_page=1')
        const [first] = items ?? []
        if (first) await json(`/api/articles/${encodeURIComponent(first.slug)}`)
        return `${total} articles`
      },
    },
    {
      name: 'GET /api/client-config',
      run: async () => {
        expectThat((await json('/api/client-config')).languages, '/api/client-config has no languages')
        return ''
      },
    },
    { name: 'GET /blog', run: () => page('/blog') },
    { name: 'GET /blog?lang=en', run: () => page('/blog?lang=en') },
    { name: 'GET /projects', run: () => page('/projects') },
    {
      name: 'GET /blog/feed.xml',
      run: async () => {
        expectThat(/<feed[\s>]/.test((await read('/blog/feed.xml')).text), '/blog/feed.xml is not a feed')
        return ''
      },
    },
    {
      name: 'GET /robots.txt',
      run: async () => {
        const sitemap = /^Sitemap: (https?:\/\/\S+)$/m.exec((await read('/robots.txt')).text)?.[1]
        expectThat(sitemap, '/robots.txt has no Sitemap line')
        return sitemap
      },
    },
    {
      name: 'GET /sitemap.xml',
      run: async () => {
        const { text } = await read('/sitemap.xml')
        expectThat(/<(?:urlset|sitemapindex)[\s>]/.test(text), '/sitemap.xml is not a sitemap')
        return `${text.match(/<loc>/g)?.length ?? 0} URLs`
      },
    },
    {
      name: 'GET /api/no-such-path',
      run: async () => {
        const response = await get('/api/no-such-path')
        expectStatus(response, 404, '/api/no-such-path')
        expectThat(jsonOf(response, '/api/no-such-path').request_id, 'the problem has no request_id')
        return '404'
      },
    },
    { name: 'GET /api/admin/site without credentials', run: () => unauthorized('/api/admin/site') },
    { name: 'GET /api/quotes without credentials', run: () => unauthorized('/api/quotes') },
  ]
}
