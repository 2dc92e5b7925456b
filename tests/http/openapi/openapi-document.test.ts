// The OpenAPI document is complete and valid, and responses are checked against it.
import { afterAll, describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { resources } from '../../../src/content/resources/resource-registry.ts'
import { startApp } from '../../support/app.ts'
import { apiDocument, describeMismatch, type Operation, validatorAt } from '../../support/conformance.ts'

const app = await startApp({ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_AUDIENCE: 'frontage' })
afterAll(() => app[Symbol.asyncDispose]())

/** Routes that the document expands or writes differently. */
const DOCUMENTED_AS: Record<string, string[]> = {
  '/api/site/:resource': resources.map(({ name }) => `/api/site/${name}`),
  '/media/*': ['/media/{year}/{month}/{name}'],
  '/admin/*': ['/admin/{path}'],
  '/:file{sitemap-[1-9][0-9]{0,4}\\.xml}': ['/sitemap-{part}.xml'],
}

/** The path without the names of its parameters. */
const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const operations = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

test('field descriptions explain special handling, and PUT lists the fields it keeps', () => {
  const { schemas } = apiDocument.components as { schemas: Record<string, any> }
  for (const name of ['ArticleInput', 'ArticlePatch']) {
    for (const field of ['slug', 'status', 'published_at', 'author_id', 'position', 'content', 'image'])
      expect([name, field, typeof schemas[name].properties[field].description]).toEqual([
        name,
        field,
        'string',
      ])
    expect(schemas[name].properties.published_at.description).toContain('schedules')
    expect(schemas[name].properties.slug.description).toContain('the old path redirects to the new one')
  }
  expect(schemas.ArticleCategoryInput.properties.slug.description).not.toContain('path')
  const put = (path: string) => apiDocument.paths[path]!.put!.description
  expect(put('/api/admin/articles/{id}')).toEndWith(
    'except `position`, `status`, `published_at`, `unpublish_at`, `author_id` and `slug`, which keep their values. Requires the role `admin` or `editor`, or the role `creator` for your own articles.',
  )
  expect(put('/api/admin/services/{id}')).toContain('except `position`')
  expect(put('/api/admin/about/{id}')).toBe(
    'Absent fields become null or their default. Requires the role `admin` or `editor`.',
  )
})

test('every route is in the document, and every operation of the document is a route', () => {
  const routes = app.app.routes
    .filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) =>
      (DOCUMENTED_AS[path] ?? [path.replaceAll(/:(\w+)/g, '{$1}')]).map(
        (template) => `${method} ${withoutNames(template)}`,
      ),
    )
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${withoutNames(path)}`)
  expect(routes.length).toBeGreaterThan(270)
  expect([...new Set(routes)].sort()).toEqual(described.sort())
})

test('it is valid by the official schema of OpenAPI 3.1', async () => {
  const result = await new Validator().validate(apiDocument as unknown as Record<string, unknown>)
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('operation ids are unique and tags are described', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const tags = new Set((apiDocument as any).tags.map(({ name }: { name: string }) => name))
  expect(operations.filter(({ operation }) => !tags.has(operation.tags[0]))).toEqual([])
})

test('operations behind a guard require a token', () => {
  const guarded = (path: string, { security }: Operation) => ({ path, token: security !== undefined })
  // Their credentials are not a token.
  const answers401 = new Set([
    '/api/auth/login',
    '/api/auth/token',
    '/api/auth/second-factor',
    '/api/auth/ticket',
    '/api/auth/passkey/options',
    '/api/auth/passkey/verify',
  ])
  for (const { path, operation } of operations) {
    const token =
      /^\/api\/(?:admin\/|auth\/(?!login|token|second-factor|ticket|passkey\/|methods|oidc\/(?!link)|forgot-password|reset-password|accept-invitation)|quotes|suppliers|inventory|users|audit-log|approval-limits|substitutes)/.test(
        path,
      )
    expect(guarded(path, operation)).toEqual({ path, token })
    expect(Object.keys(operation.responses).includes('401')).toBe(token || answers401.has(path))
  }
})

test('path parameters match the path', () => {
  for (const { path, operation } of operations) {
    const named = (operation.parameters ?? []).filter((it: any) => it.in === 'path').map((it: any) => it.name)
    expect({ path, named }).toEqual({
      path,
      named: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    })
  }
})

describe('examples', () => {
  const schemas = apiDocument.components.schemas as Record<string, { examples?: unknown[] }>
  const given = Object.entries(schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((example) => [name, example] as const),
  )

  test.each(given)('the example of %s matches its schema', (name, example) => {
    const validate = validatorAt('components', 'schemas', name)
    expect(validate(example) ? [] : validate.errors).toEqual([])
  })

  test('the examples of all problems match their schema', () => {
    for (const response of Object.values(apiDocument.components.responses)) {
      for (const media of Object.values(response.content!) as {
        examples?: Record<string, { value: any }>
      }[]) {
        for (const [code, { value }] of Object.entries(media.examples!)) {
          expect(validatorAt('components', 'schemas', 'Problem')(value)).toBe(true)
          expect(value.code).toBe(code)
        }
      }
    }
  })

  test('every resource has examples of requests and responses in both languages', () => {
    const texts = (name: string) => JSON.stringify(schemas[name]?.examples ?? null)
    for (const name of Object.keys(schemas).filter((it) => it.endsWith('Input'))) {
      for (const shown of [name, name.replace(/Input$/, ''), name.replace(/Input$/, 'Record')]) {
        // Links and paths alone are in no language.
        if (name === 'RedirectInput') expect(texts(shown)).toContain('to_path')
        else expect(`${shown}: ${texts(shown)}`).toMatch(/[آ-ی].*_en":"[A-Za-z]/)
      }
    }
    for (const name of [
      'ContactForm',
      'NewsletterForm',
      'NewAccount',
      'ImageImport',
      'NewQuote',
      'NewItem',
      'NewUser',
    ]) {
      expect(schemas[name]!.examples!.map((it) => /[آ-ی]/.test(JSON.stringify(it)))).toEqual([true, false])
    }
  })
})

test('request bodies of resources list every input field and allow no others', () => {
  for (const resource of resources) {
    const ref =
      apiDocument.paths[`/api/admin/${resource.name}/{id}`]!.put!.requestBody.content['application/json']
    const schema = (apiDocument.components.schemas as any)[ref.schema.$ref.split('/').at(-1)]
    for (const field of Object.keys(resource.input.shape)) expect(schema.properties).toHaveProperty(field)
    expect(schema.additionalProperties).toBe(false)
  }
})

describe('the conformance check of the test suite', () => {
  const answer = {
    method: 'GET',
    path: '/api/live',
    status: 200,
    type: 'application/json',
    text: '{"status":"ok"}',
  }
  const json = (text: object) => ({ text: JSON.stringify(text) })
  const problem = { status: 404, type: 'application/problem+json' }

  test('accepts a matching response', () => expect(describeMismatch(answer)).toBeNull())
  test.each<[string, Partial<typeof answer>]>([
    ['an additional field', json({ status: 'ok', secret: 1 })],
    ['a missing field', json({})],
    ['a wrong value', json({ status: 'fine' })],
    ['an undocumented status', { status: 201 }],
    ['another content type', { type: 'text/html' }],
    ['an undocumented path', { path: '/api/lives' }],
    ['an undocumented method', { method: 'POST' }],
    ['an undocumented body', { method: 'DELETE', path: '/api/admin/services/1', status: 204, text: '"x"' }],
    ['a status of another route', { ...problem, ...json({}) }],
    ['a problem without its fields', { ...problem, path: '/nowhere', ...json({ title: 'Not Found' }) }],
  ])('rejects %s', (_, changes) => {
    expect(describeMismatch({ ...answer, ...changes })).toBeString()
  })

  test('wraps the application of every test', async () => {
    const { deps } = app
    const honest = deps.probes.check
    deps.probes.check = async () => ({ ...(await honest()), extra: true })
    try {
      await expect(app.anyone('GET', '/health/ready')).rejects.toThrow('does not match the OpenAPI document')
    } finally {
      deps.probes.check = honest
    }
  })
})
