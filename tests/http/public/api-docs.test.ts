// GET /api/openapi.json and GET /api/docs.
import { afterAll, expect, test } from 'bun:test'
import { startApp } from '../../support/app.ts'
import { apiDocument } from '../../support/conformance.ts'

const app = await startApp()
afterAll(() => app[Symbol.asyncDispose]())

test('the document has an ETag, is compressed and readable by any origin', async () => {
  const { status, headers, body } = await app.anyone('GET', '/api/openapi.json', {
    headers: { Origin: 'https://tools.example' },
  })
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/json')
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(body).toEqual(apiDocument)
  const tag = headers.get('ETag')!
  const again = await app.anyone('GET', '/api/openapi.json', { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  const packed = await app.app.request('/api/openapi.json', { headers: { 'Accept-Encoding': 'br' } })
  expect(packed.headers.get('Content-Encoding')).toBe('br')
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(65_000)
})

test('for frontends it has the reads, the forms and the files of visitors', async () => {
  const { status, body } = await app.anyone('GET', '/api/openapi.json?audience=public')
  expect(status).toBe(200)
  const paths = Object.keys(body.paths)
  expect(paths).toContain('/api/site')
  expect(paths).toContain('/api/articles/{slug}')
  expect(paths).toContain('/api/contact')
  expect(paths).toContain('/media/{year}/{month}/{name}')
  expect(paths.filter((path) => /admin|auth|quotes|health/.test(path))).toEqual([])
  const operations = Object.values(body.paths).flatMap((item) => Object.values(item as object))
  expect(operations.filter(({ security }) => security?.length)).toEqual([])
  const tags = new Set(operations.flatMap((operation) => operation.tags))
  expect(new Set(body.tags.map(({ name }: { name: string }) => name))).toEqual(tags)
  const bytes = (document: unknown) => JSON.stringify(document).length
  expect(bytes(body)).toBeLessThan(bytes(apiDocument) / 3)
})

test.each([
  ['audience=editors', 'audience'],
  ['audiences=public', 'audiences'],
])('with ?%s it is refused', async (query, path) => {
  const { status, body } = await app.anyone('GET', `/api/openapi.json?${query}`)
  expect([status, body.errors[0].path]).toEqual([422, path])
})

test('the page loads its files from this service only', async () => {
  const page = await app.anyone('GET', '/api/docs')
  expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  const policy = page.headers.get('Content-Security-Policy')!
  expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string)
  expect(files).toContain('/api/docs/swagger-ui-bundle.js')
  for (const path of files)
    expect({ path, status: (await app.anyone('GET', path)).status }).toEqual({ path, status: 200 })
  expect((await app.anyone('GET', '/api/docs/swagger-ui.css')).headers.get('Content-Type')).toStartWith(
    'text/css',
  )
})

test.each(['package.json', 'swagger-ui-bundle.js.map', '..%2Findex.ts', 'constructor', '%'])(
  'other files of Swagger UI are not served: %s',
  async (file) => expect((await app.anyone('GET', `/api/docs/${file}`)).status).toBe(404),
)
