import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { findResource } from '../../../src/content/resources/resource-registry.ts'
import { operationSchema } from '../../../src/content/verbs/batch-operations.ts'
import {
  affected,
  type BatchAction,
  failuresOf,
  inverseOf,
  operationsOf,
  settableFields,
} from '../../../src/panel/lists/batch-actions.ts'
import { publicationOf } from '../../../src/panel/records/publication.tsx'
import { type ListedRecord, nameOf, requestedFields } from '../../../src/panel/records/record-names.ts'
import { resourceOf, schema } from '../schema-of-service.ts'

const records: ListedRecord[] = [
  { id: 1, version: 4, title: 'One', status: 'draft', published_at: null, noindex: false },
  {
    id: 2,
    version: 7,
    title: 'Two',
    status: 'published',
    published_at: '2026-01-01T00:00:00Z',
    noindex: true,
  },
]

const articleOperation = operationSchema(findResource('articles')!, {
  input: z.looseObject({}),
  patch: z.looseObject({}),
})

describe('operations', () => {
  const actions: BatchAction[] = [
    { verb: 'publish' },
    { verb: 'unpublish' },
    { verb: 'delete' },
    { verb: 'set', field: 'noindex', value: true },
    {
      verb: 'schedule',
      dates: new Map([
        [1, '2027-01-01T05:30:00Z'],
        [2, '2027-01-03T05:30:00Z'],
      ]),
    },
  ]
  test.each(actions)('%p is what the API expects, with the version that was read', (action) => {
    for (const [index, operation] of operationsOf(records, action).entries()) {
      expect(articleOperation.safeParse(operation).success).toBe(true)
      expect(operation).toMatchObject({ id: records[index]!.id, version: records[index]!.version })
    }
  })

  test('of a schedule give each record its own date', () => {
    const dates = new Map([[1, '2027-01-01T05:30:00Z']])
    const action: BatchAction = { verb: 'schedule', dates }
    expect(affected(records, action).map(({ id }) => id)).toEqual([1])
    expect(operationsOf(records.slice(0, 1), action)).toEqual([
      { op: 'patch', id: 1, version: 4, data: { status: 'published', published_at: dates.get(1) } },
    ])
    expect(inverseOf(action, records, [{ id: 1, version: 5 }])).toEqual([
      { op: 'patch', id: 1, version: 5, data: { status: 'draft', published_at: null } },
    ])
  })

  test('only for records that it changes', () => {
    expect(affected(records, { verb: 'publish' }).map(({ id }) => id)).toEqual([1])
    expect(affected(records, { verb: 'unpublish' }).map(({ id }) => id)).toEqual([2])
    expect(affected(records, { verb: 'delete' })).toEqual(records)
  })

  test('are taken back to each record as it was', () => {
    const results = [
      { id: 1, version: 5 },
      { id: 2, version: 8 },
    ]
    expect(inverseOf({ verb: 'publish' }, records, results)).toEqual([
      { op: 'patch', id: 1, version: 5, data: { status: 'draft', published_at: null } },
      { op: 'patch', id: 2, version: 8, data: { status: 'published', published_at: '2026-01-01T00:00:00Z' } },
    ])
    expect(inverseOf({ verb: 'set', field: 'noindex', value: true }, records, results)).toEqual([
      { op: 'patch', id: 1, version: 5, data: { noindex: false } },
      { op: 'patch', id: 2, version: 8, data: { noindex: true } },
    ])
    expect(inverseOf({ verb: 'delete' }, records, results)).toBeNull()
  })
})

test('errors are sorted by record', () => {
  const issue = (path: string) => ({ path, code: 'invalid', message: 'is wrong' })
  const failures = failuresOf(
    [
      issue('operations.1.title'),
      issue('operations.0'),
      issue('operations.1'),
      issue('operations.9'),
      issue(''),
    ],
    records,
  )
  expect(failures.map(({ record, issues }) => [record.id, issues.map(({ path }) => path)])).toEqual([
    [2, ['title', '']],
    [1, ['']],
  ])
})

test('fields that can be set together', () => {
  const names = settableFields(resourceOf('articles')).map(({ name }) => name)
  expect(names).toContain('category_id')
  expect(names).toContain('noindex')
  for (const name of ['slug', 'content', 'status', 'position', 'image', 'id', 'author'])
    expect(names).not.toContain(name)
  expect(settableFields(resourceOf('seo-meta')).map(({ name }) => name)).not.toContain('page_key')
})

const english = (label: { en: string }) => label.en
const persian = (label: { fa: string }) => label.fa

test('a record is named by its first text, a choice by its label', () => {
  expect(nameOf(records[0]!, resourceOf('articles'), english)).toBe('One')
  expect(nameOf({ id: 3, version: 1, page_key: 'home' }, resourceOf('heroes'), english)).toBe('Home')
  expect(nameOf({ id: 7, version: 1, image: '/x.png', title: 'Pumps' }, resourceOf('gallery'), english)).toBe(
    'Pumps',
  )
  expect(nameOf({ id: 7, version: 1, image: '/x.png', title: null }, resourceOf('gallery'), english)).toMatch(
    / 7$/,
  )
})

test('a record is named in the language of the interface where it is translated', () => {
  const services = resourceOf('services')
  const translated = { id: 1, version: 1, title: 'بازرسی', title_en: 'Inspection' }
  expect([english, persian].map((label) => nameOf(translated, services, label))).toEqual([
    'Inspection',
    'بازرسی',
  ])
  expect(nameOf({ ...translated, title_en: '' }, services, english)).toBe('بازرسی')
  expect(nameOf({ id: 12, version: 1 }, services, persian)).toBe('خدمت ۱۲')
})

test('a published record with a date in the future is scheduled', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const state = (status: string, published_at: string | null) => publicationOf({ status, published_at }, now)
  expect(state('draft', '2027-01-01T00:00:00Z')).toBe('draft')
  expect(state('published', '2026-05-31T00:00:00Z')).toBe('published')
  expect(state('published', '2026-06-02T00:00:00Z')).toBe('scheduled')
})

test('a list requests fields that the API knows, and no long text', () => {
  for (const resource of schema.resources) {
    const columns = resource.list_columns.map((name) => resource.fields.find((field) => field.name === name)!)
    const requested = requestedFields(columns, resource, english)
    const kinds = requested.map((name) => resource.fields.find((field) => field.name === name)?.kind)
    expect([resource.name, kinds.includes(undefined), kinds.includes('rich')]).toEqual([
      resource.name,
      false,
      false,
    ])
  }
  const articles = resourceOf('articles')
  expect(requestedFields([], articles, persian)).toEqual([
    ...['title', 'status', 'published_at', 'unpublish_at', 'slug'],
  ])
  expect(requestedFields([], articles, english).slice(0, 2)).toEqual(['title_en', 'title'])
})
