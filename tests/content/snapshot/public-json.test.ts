// The public view of a record as JSON: what JSON.stringify makes of its public fields in their order.
import { expect, test } from 'bun:test'
import type { Row } from '../../../src/content/definition/define-resource.ts'
import { findResource } from '../../../src/content/resources/resource-registry.ts'
import { publicJson } from '../../../src/content/snapshot/public-json.ts'

const articles = findResource('articles')!

/** A row with a text of its own in each field, hidden ones too. */
const rowOf = (resource: typeof articles, changes: Record<string, unknown> = {}) =>
  ({
    ...Object.fromEntries(
      resource.publicFields.map((name) => [name, `«${name}» "quoted" \\ \u0001 \ud83d\ude00`]),
    ),
    id: 7,
    secret: 'hidden',
    updated_at: new Date('2026-01-02T03:04:05.678Z'),
    ...changes,
  }) as unknown as Row

const expected = (row: Row, names: readonly string[]) =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name] ?? null])))

test.each(['articles', 'services'])('%s: the public fields in their order, and nothing else', (name) => {
  const resource = findResource(name)!
  const row = rowOf(resource, { title_en: undefined, position: 0 })
  const { json } = publicJson(resource, row)
  expect(json.full.toString()).toBe(expected(row, resource.publicFields))
  const short = resource.publicFields.filter((name) => !resource.longFields.includes(name))
  expect(json.summary.toString()).toBe(expected(row, short))
})

test('media are listed once each; those of long texts only for the full view', () => {
  const image = (name: string) => `<img src="/media/2026/01/${name}.jpg?w=1">`
  const row = rowOf(articles, {
    image: '/media/2026/01/cover.jpg',
    content: image('one') + image('two') + image('one'),
    content_en: image('دو') + image('cover'),
  })
  const { mediaUrls } = publicJson(articles, row)
  expect(mediaUrls.summary).toEqual(['/media/2026/01/cover.jpg'])
  expect(mediaUrls.full.toSorted()).toEqual(
    ['cover', 'one', 'two', 'دو'].map((name) => `/media/2026/01/${name}.jpg`),
  )
  expect(publicJson(articles, rowOf(articles)).mediaUrls).toEqual({ full: [], summary: [] })
})

test('texts of any length keep their bytes when others are made after them', () => {
  const rows = [10, 100_000, 300_000, 0, 50_000, 262_144].map((length) =>
    rowOf(articles, { content: 'متن'.repeat(length), content_en: 'x'.repeat(length) }),
  )
  const made = rows.map((row) => publicJson(articles, row).json.full)
  for (const [index, row] of rows.entries())
    expect(made[index]!.toString()).toBe(expected(row, articles.publicFields))
})
