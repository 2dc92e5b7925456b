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
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(60_000)
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
