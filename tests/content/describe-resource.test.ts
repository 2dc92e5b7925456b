import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { z } from 'zod'
import type { UserActor } from '../../src/accounts/actor.ts'
import { choiceLabels, fieldHelp, fieldLabels, groups } from '../../src/content/definition/labels.ts'
import { describeSchema, FIELD_KINDS } from '../../src/content/describe-resource.ts'
import { findResource, resources } from '../../src/content/resources/resource-registry.ts'
import { listParameters } from '../../src/content/verbs/list-query.ts'
import { startApp, type TestApp } from '../support/app.ts'

const actor = (role: UserActor['role']) =>
  ({ kind: 'user', id: 1, role, tokenVersion: 1, name: 'x' }) as UserActor
const schema = describeSchema(actor('admin'), ['fa', 'en'])
const resourceOf = (name: string) => schema.resources.find((resource) => resource.name === name)!
const fieldOf = (resource: string, field: string) =>
  resourceOf(resource).fields.find(({ name }) => name === field)!

test('every resource is described, with every field that its schema accepts', () => {
  expect(schema.resources.map(({ name }) => name)).toEqual(resources.map(({ name }) => name))
  for (const { name, input, derived } of resources) {
    const readOnly = ['id', 'version', 'created_at', 'updated_at', ...Object.keys(derived)]
    expect(resourceOf(name).fields.map((field) => field.name)).toEqual([
      ...Object.keys(input.shape),
      ...readOnly,
    ])
  }
})

const described = schema.resources.flatMap((resource) =>
  resource.fields.map((field) => [`${resource.name}.${field.name}`, resource.name, field] as const),
)

describe('a field says what the zod schema checks', () => {
  test.each(described)('%s', (_, resource, field) => {
    expect(FIELD_KINDS as readonly string[]).toContain(field.kind)
    const type = findResource(resource)!.input.shape[field.name] as z.ZodType | undefined
    if (!type) {
      expect(field.read_only).toBe(true)
      return
    }
    expect(type.safeParse(undefined).success).toBe(!field.required)
    expect(type.safeParse(null).success).toBe(field.nullable)
    for (const { value } of field.choices ?? []) expect(type.safeParse(value).success).toBe(true)
    if (field.choices) expect(type.safeParse('no such choice').success).toBe(false)
    if (field.max === null) return
    if (['integer', 'decimal', 'reference'].includes(field.kind)) {
      expect(type.safeParse(field.max).success).toBe(true)
      expect(type.safeParse(field.max + 1).success).toBe(false)
      expect(type.safeParse(field.min! - 1).success).toBe(false)
    } else if (['line', 'text', 'rich', 'icon'].includes(field.kind)) {
      expect(type.safeParse('x'.repeat(field.max)).success).toBe(true)
      expect(type.safeParse('x'.repeat(field.max + 1)).success).toBe(false)
      expect(type.safeParse('x'.repeat(Math.max(0, (field.min ?? 0) - 1))).success).toBe(!field.min)
    }
  })
})

test('twins name each other, and have the same kind and label', () => {
  for (const resource of schema.resources)
    for (const field of resource.fields.filter(({ twin }) => twin !== null)) {
      const twin = resource.fields.find(({ name }) => name === field.twin)!
      expect(twin).toMatchObject({ twin: field.name, kind: field.kind, label: field.label })
      expect([field.language, twin.language].toSorted()).toEqual(['en', 'primary'])
    }
  expect(fieldOf('articles', 'seo_keyphrase')).toMatchObject({
    twin: 'seo_keyphrase_en',
    language: 'primary',
  })
})

test('a reference names a resource, or the accounts', () => {
  const references = described.map(([, , field]) => field).filter(({ kind }) => kind === 'reference')
  expect(references.map(({ name, reference }) => [name, reference])).toContainEqual([
    'category_id',
    'article-categories',
  ])
  for (const { reference } of references)
    expect(reference === 'users' || findResource(reference!) !== null).toBe(true)
})

test('the entries of a list have fields of their own', () => {
  const { kind, max, fields } = fieldOf('articles', 'faqs')
  expect({ kind, max }).toEqual({ kind: 'list', max: 50 })
  expect(fields!.map(({ name, kind, max, required }) => ({ name, kind, max, required }))).toEqual([
    { name: 'question', kind: 'text', max: 500, required: true },
    { name: 'answer', kind: 'text', max: 5_000, required: true },
  ])
})

test('the parameters of lists follow from what a field says', () => {
  for (const resource of resources) {
    const parameters = Object.keys(listParameters(resource))
    for (const { name, filterable, sortable } of resourceOf(resource.name).fields) {
      const isParameter = parameters.some((parameter) =>
        [name, `${name}_empty`, `${name}_gte`].includes(parameter),
      )
      const sort = (listParameters(resource).sort as z.ZodType).safeParse(name).success
      expect([resource.name, name, isParameter, sort]).toEqual([resource.name, name, filterable, sortable])
    }
  }
  expect(fieldOf('articles', 'author')).toMatchObject({ sortable: false, filterable: false })
  expect(fieldOf('articles', 'content')).toMatchObject({ sortable: false, filterable: true })
})

test('a default is what a record created without the field gets', async () => {
  await using app = await startApp()
  const type = fieldOf('redirects', 'status_code')
  expect(type.default).toBe(301)
  expect(fieldOf('articles', 'noindex').default).toBe(false)
  // The service makes the slug from the title, which is no default.
  expect([fieldOf('articles', 'slug').default, fieldOf('articles', 'title').default]).toEqual([null, null])
  for (const [resource, body] of [
    ['redirects', { from_path: '/a', to_path: '/b' }],
    ['menu', { label: 'M', url: '/' }],
    ['announcements', { message: 'A' }],
    ['articles', { title: 'T' }],
  ] as const) {
    const { body: stored } = await app.admin('POST', `/api/admin/${resource}`, { body })
    const described = resourceOf(resource).fields.filter((field) => field.default !== null)
    const defaults = Object.fromEntries(described.map((field) => [field.name, field.default]))
    expect(stored).toMatchObject(defaults)
  }
})

test('list columns are fields', () => {
  for (const { name, list_columns, fields } of schema.resources) {
    const names = fields.map((field) => field.name)
    expect([name, list_columns.filter((column) => !names.includes(column))]).toEqual([name, []])
    expect(list_columns.length).toBeGreaterThan(0)
  }
})

describe('words', () => {
  const PERSIAN = /^(?!.*[يكةﻻ])(?=.*[\u0600-\u06ff])/
  const ENGLISH = /^[^\u0600-\u06ff]+$/

  test('every resource, field, choice and group is labelled in both languages', () => {
    const labels = [
      ...schema.groups.map(({ label }) => label),
      ...schema.resources.flatMap((resource) => [
        ...[resource.label, resource.label_plural, resource.help],
        ...resource.fields.flatMap((field) => [
          ...[field.label, field.help],
          ...(field.choices ?? []).map(({ label }) => label),
          ...(field.fields ?? []).map(({ label }) => label),
        ]),
      ]),
    ].filter((label) => label !== null)
    for (const { fa, en } of labels) {
      expect(fa).toMatch(PERSIAN)
      expect(en).toMatch(ENGLISH)
    }
  })

  test('no field label is left over', () => {
    const used = new Set(described.map(([, , { name }]) => name.replace(/_en$/, '')))
    expect(
      [...Object.keys(fieldLabels), ...Object.keys(fieldHelp)].filter((name) => !used.has(name)),
    ).toEqual(['question', 'answer'].filter((name) => !used.has(name)))
    const values = new Set(
      described.flatMap(([, , { choices }]) => (choices ?? []).map(({ value }) => String(value))),
    )
    expect(Object.keys(choiceLabels).filter((value) => !values.has(value))).toEqual([])
    const groupsUsed = new Set(schema.resources.map(({ group }) => group))
    expect(Object.keys(groups).filter((name) => !groupsUsed.has(name as never))).toEqual([])
  })
})

test('an admin may do what applies to the resource', () => {
  expect(resourceOf('articles').actions).toEqual([
    'list',
    'read',
    'create',
    'update',
    'publish',
    'reorder',
    'revise',
    'delete',
    'duplicate',
  ])
  expect(resourceOf('pages').actions).toEqual([
    'list',
    'read',
    'create',
    'update',
    'revise',
    'delete',
    'duplicate',
  ])
  // A second record could not have the same path or key.
  expect(resourceOf('redirects').actions).not.toContain('duplicate')
  expect(resourceOf('seo-meta').actions).not.toContain('duplicate')
  expect(resourceOf('site-settings').actions).toEqual(['list', 'read', 'update', 'revise'])
})

test('a creator sees only articles, and may set neither publication nor position', () => {
  const { resources: visible } = describeSchema(actor('creator'), ['fa', 'en'])
  expect(visible.map(({ name, actions }) => [name, actions])).toEqual([
    ['articles', ['list', 'read', 'create', 'update', 'revise', 'duplicate']],
  ])
  const readOnly = visible[0]!.fields.filter((field) => field.read_only).map(({ name }) => name)
  expect(readOnly.toSorted()).toEqual([
    'author',
    'author_en',
    'author_id',
    'created_at',
    'id',
    'position',
    'published_at',
    'status',
    'unpublish_at',
    'updated_at',
    'version',
  ])
})

describe('GET /api/admin/schema', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app?.[Symbol.asyncDispose]())

  test('answers each role its own schema, with an ETag', async () => {
    const creator = await app.signIn('creator')
    const answers = [await app.admin('GET', '/api/admin/schema'), await creator('GET', '/api/admin/schema')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.resources.length)).toEqual([24, 1])
    const headers = { 'If-None-Match': answers[0]!.headers.get('ETag')! }
    expect((await app.admin('GET', '/api/admin/schema', { headers })).status).toBe(304)
    expect((await creator('GET', '/api/admin/schema', { headers })).status).toBe(200)
  })

  test('needs a token', async () => {
    expect((await app.anyone('GET', '/api/admin/schema')).status).toBe(401)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a creator’s %s is refused', async (method) => {
    const creator = await app.signIn('creator')
    expect((await creator(method, '/api/admin/schema', { body: {} })).status).toBe(403)
  })
})
