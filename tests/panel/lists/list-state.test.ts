import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { z } from 'zod'
import { findResource } from '../../../src/content/resources/resource-registry.ts'
import { listFilters } from '../../../src/http/requests/query-schemas.ts'
import {
  choicesOf,
  type Filter,
  filterableFields,
  gapFilters,
  isValidValue,
  operatorsOf,
  parameterOf,
  withFilter,
  withoutFilter,
} from '../../../src/panel/lists/list-filters.ts'
import {
  columnFields,
  emptyState,
  isInOwnOrder,
  type ListState,
  PAGE_SIZES,
  parseListState,
  shownColumns,
  sortBy,
  toListQuery,
  usualColumns,
  writeListState,
} from '../../../src/panel/lists/list-state.ts'
import { localNames, requestedFields } from '../../../src/panel/records/record-names.ts'
import { resourceOf, schema, schemaFor } from '../schema-of-service.ts'

const articles = resourceOf('articles')

/** Values that the API accepts for a filter. */
function sampleValues(
  resource: typeof articles,
  { field: name, operator }: Pick<Filter, 'field' | 'operator'>,
) {
  const field = resource.fields.find((candidate) => candidate.name === name)!
  if (operator === 'empty' || field.kind === 'boolean') return ['true']
  if (field.kind === 'choice') return choicesOf(resource, field).slice(0, 2)
  if (field.kind === 'instant') return ['2026-08-03T10:15:00Z']
  if (operator !== 'is') return ['35']
  if (field.kind === 'reference' || field.kind === 'integer') return ['1', '25']
  if (field.kind === 'decimal') return ['35.5']
  return ['/a b&c=پ,ژ']
}

const allFilters = schema.resources.flatMap((resource) =>
  filterableFields(resource).flatMap((field) =>
    operatorsOf(field).map((operator) => {
      const filter = { field: field.name, operator }
      return [`${resource.name}?${parameterOf(filter)}`, resource, filter] as const
    }),
  ),
)

test.each(schema.resources)('the columns of $name have names that differ', (resource) => {
  const labels = columnFields(resource).map(({ label, language }) => `${label.en}, ${language}`)
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

describe('every filter of every resource', () => {
  test.each(allFilters)('%s', (_, resource, bare) => {
    const filter: Filter = { ...bare, values: sampleValues(resource, bare) }
    const state: ListState = { ...emptyState, filters: [filter] }
    expect(parseListState(writeListState(state), resource)).toEqual(state)
    const { page, per_page, fields, ...parameters } = toListQuery(state, ['id'])
    expect(Object.keys(parameters)).toEqual([parameterOf(filter)])
    const accepted = z.strictObject(listFilters(findResource(resource.name)!)).safeParse(parameters)
    expect(accepted.error?.issues ?? []).toEqual([])
  })

  test('and no parameter of the API is missing, apart from the version and ranges of references', () => {
    const offered = new Set(allFilters.map(([name]) => name))
    for (const resource of schema.resources) {
      const { name, fields } = resource
      for (const filter of gapFilters(resource)) {
        offered.add(`${name}?${parameterOf(filter)}`)
        const state: ListState = { ...emptyState, filters: [filter] }
        expect(parseListState(writeListState(state), resource)).toEqual(state)
        const { page, per_page, fields, ...parameters } = toListQuery(state, ['id'])
        const accepted = z.strictObject(listFilters(findResource(name)!)).safeParse(parameters)
        expect(accepted.error?.issues ?? []).toEqual([])
      }
      const isRangeOfReference = (parameter: string) =>
        /_[gl]te$/.test(parameter) &&
        fields.some((field) => field.kind === 'reference' && field.name === parameter.slice(0, -4))
      const parameters = Object.keys(listFilters(findResource(name)!)).filter(
        (parameter) =>
          !['q', 'sort', 'fields'].includes(parameter) &&
          !/^version(_|$)/.test(parameter) &&
          !isRangeOfReference(parameter),
      )
      expect(parameters.filter((parameter) => !offered.has(`${name}?${parameter}`))).toEqual([])
    }
  })
})

const anyState = fc.constantFrom(...schema.resources).chain((resource) =>
  fc
    .record({
      q: fc.string({ maxLength: 200, unit: fc.constantFrom('a', 'پ', ' ', '&', '=', '%', '+', '#') }),
      sort: fc.option(
        fc.record({
          field: fc.constantFrom(
            ...resource.fields.filter(({ sortable }) => sortable).map(({ name }) => name),
          ),
          isDescending: fc.boolean(),
        }),
      ),
      page: fc.integer({ min: 1, max: 1_000_000 }),
      perPage: fc.constantFrom(...PAGE_SIZES),
      columns: fc.option(
        fc.shuffledSubarray(
          columnFields(resource).map(({ name }) => name),
          { minLength: 1 },
        ),
      ),
      filters: fc
        .subarray(allFilters.filter(([, owner]) => owner === resource).map(([, , filter]) => filter))
        .map((filters) => filters.map((filter) => ({ ...filter, values: sampleValues(resource, filter) }))),
    })
    .map((state) => ({ resource, state })),
)

test('any state comes back from its address', () => {
  fc.assert(
    fc.property(anyState, ({ resource, state }) => {
      const isUsual = state.columns?.join() === usualColumns(resource).join()
      expect(parseListState(writeListState(state), resource)).toEqual({
        ...state,
        columns: isUsual ? null : state.columns,
      })
    }),
  )
})

test('the usual state has an empty address', () => {
  expect(writeListState(emptyState)).toBe('')
  expect(parseListState('', articles)).toEqual(emptyState)
})

test('an address reads like a request', () => {
  const state: ListState = {
    ...emptyState,
    q: 'پمپ',
    filters: [
      { field: 'status', operator: 'is', values: ['draft', 'scheduled'] },
      { field: 'image', operator: 'empty', values: ['true'] },
    ],
    sort: { field: 'updated_at', isDescending: true },
    page: 2,
  }
  expect(decodeURIComponent(writeListState(state))).toBe(
    '?q=پمپ&status=draft,scheduled&image_empty=true&sort=-updated_at&page=2',
  )
  expect(toListQuery(state, ['title', 'status'])).toEqual({
    q: 'پمپ',
    status: 'draft,scheduled',
    image_empty: 'true',
    sort: '-updated_at',
    page: 2,
    per_page: 25,
    fields: 'title,status',
  })
})

describe('what makes no sense in an address is left out', () => {
  test.each([
    ['an unknown parameter', 'nonsense=1'],
    ['a page of zero', 'page=0'],
    ['a negative page', 'page=-1'],
    ['a page beyond the last one of any list', 'page=9999999'],
    ['a page of another kind', 'page=two'],
    ['a page size that is not offered', 'per_page=1000'],
    ['a sort by an unknown field', 'sort=password'],
    ['a sort by a long text', 'sort=content'],
    ['a sort by a computed field', 'sort=author'],
    ['an unknown status', 'status=hidden'],
    ['an empty value', 'status='],
    ['a date without an offset', 'published_at_gte=2026-01-01'],
    ['an impossible date', 'published_at_gte=2026-99-99T00:00:00Z'],
    ['a date that the API refuses', 'published_at_gte=0001-01-01T00:00:00Z'],
    ['a number that is none', 'category_id=abc'],
    ['a number that is too large', 'category_id=99999999999'],
    ['a flag that is none', 'noindex=maybe'],
    ['a filter by a computed field', 'author=x'],
    ['a range of a text', 'title_gte=a'],
    ['unknown columns', 'columns=password,__proto__'],
    ['the usual columns', `columns=${usualColumns(articles).join(',')}`],
    ['the prototype', '__proto__=x&constructor=y&toString_gte=1'],
  ])('%s', (_, search) => {
    expect(parseListState(`?${search}`, articles)).toEqual(emptyState)
  })

  test('while the rest of the address counts', () => {
    const state = parseListState('?status=draft,hidden,draft&q=%00a%07b&columns=x,title,title', articles)
    expect(state.filters).toEqual([{ field: 'status', operator: 'is', values: ['draft'] }])
    expect(state.q).toBe(' a b')
    expect(state.columns).toEqual(['title'])
  })

  test('any address is readable, and what was read is an address of the API', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...schema.resources),
        fc.array(
          fc.tuple(fc.constantFrom('q', 'page', 'sort', 'status', 'id', 'title', 'columns'), fc.string()),
        ),
        (resource, pairs) => {
          const state = parseListState(new URLSearchParams(pairs).toString(), resource)
          expect(parseListState(writeListState(state), resource)).toEqual(state)
          const { page, per_page, fields, ...parameters } = toListQuery(state, ['id'])
          const accepted = z.strictObject(listFilters(findResource(resource.name)!)).safeParse(parameters)
          expect(accepted.error?.issues ?? []).toEqual([])
        },
      ),
    )
  })
})

test('columns are those of the schema and the score until others are chosen', () => {
  const names = (columns: string[] | null, resource = articles) =>
    shownColumns({ columns }, resource).map(({ name }) => name)
  expect(names(null)).toEqual([...articles.list_columns, 'seo_score'])
  expect(names(null, resourceOf('projects'))).toEqual(resourceOf('projects').list_columns)
  // The service rates for admins only, and the list asks it for no field of this name.
  const ofCreator = schemaFor('creator').resources.find(({ name }) => name === 'articles')!
  expect(names(null, ofCreator)).toEqual(ofCreator.list_columns)
  expect(requestedFields(shownColumns({ columns: null }, articles), articles, ({ fa }) => fa)).not.toContain(
    'seo_score',
  )
  expect(names(['updated_at', 'title'])).toEqual(['updated_at', 'title'])
  expect(columnFields(articles).map(({ name }) => name)).not.toContain('faqs')
})

test('records are in their own order without search, filter and sort', () => {
  expect(isInOwnOrder({ ...emptyState, page: 3 })).toBe(true)
  expect(isInOwnOrder({ ...emptyState, q: ' ' })).toBe(true)
  expect(isInOwnOrder({ ...emptyState, q: 'x' })).toBe(false)
  expect(isInOwnOrder({ ...emptyState, sort: { field: 'position', isDescending: false } })).toBe(false)
  expect(isInOwnOrder({ ...emptyState, filters: [{ field: 'id', operator: 'is', values: ['1'] }] })).toBe(
    false,
  )
})

test('a filter replaces the one with its parameter, in its place', () => {
  const from: Filter = { field: 'published_at', operator: 'from', values: ['2026-01-01T00:00:00Z'] }
  const to: Filter = { ...from, operator: 'to' }
  const status: Filter = { field: 'status', operator: 'is', values: ['draft'] }
  const later = { ...from, values: ['2026-02-01T00:00:00Z'] }
  expect(withFilter(withFilter([from, status], to), later)).toEqual([later, status, to])
  expect(withoutFilter([from, to], later)).toEqual([to])
})

test('a value is checked as the API checks it', () => {
  const field = (name: string) => articles.fields.find((candidate) => candidate.name === name)!
  expect(isValidValue(articles, field('status'), 'is', 'scheduled')).toBe(true)
  expect(isValidValue(articles, field('tags'), 'is', 'x'.repeat(61))).toBe(false)
  expect(isValidValue(articles, field('title'), 'is', '')).toBe(false)
  expect(isValidValue(articles, field('published_at'), 'from', '2026-08-03T10:15:00+03:30')).toBe(true)
})

test('a sorted text is that of the interface, and the first language decides what is not translated', () => {
  const title = articles.fields.find(({ name }) => name === 'title')!
  const sort = { field: 'title', isDescending: true }
  expect(
    sortBy(
      localNames(title, ({ en }) => en),
      sort,
    ),
  ).toBe('-title_en,-title')
  expect(
    sortBy(
      localNames(title, ({ fa }) => fa),
      sort,
    ),
  ).toBe('-title')
})
