// Forms follow from the schema alone: sections, language pairs and what is hidden.
import { describe, expect, test } from 'bun:test'
import type { Actor } from '../../../src/accounts/actor.ts'
import type { FieldDescription, ResourceDescription } from '../../../src/client/index.ts'
import { describeSchema } from '../../../src/content/describe-resource.ts'
import { buildFormModel, type FormRow, fieldsOfRow } from '../../../src/panel/records/form-model.ts'

const actorOf = (role: 'admin' | 'creator') =>
  ({ kind: 'user', id: 1, name: 'Ada', role, tokenVersion: 1 }) as unknown as Actor
const schemaFor = (role: 'admin' | 'creator') =>
  describeSchema(actorOf(role), ['fa', 'en']).resources as unknown as ResourceDescription[]
const schema = schemaFor('admin')
const resourceNamed = (name: string, all = schema) => all.find((resource) => resource.name === name)!
const modelOf = (name: string) => buildFormModel(resourceNamed(name))
const sectionsOf = (name: string) => {
  const { main, side } = modelOf(name)
  return Object.fromEntries(
    [...main, ...side].map((section) => [section.name, section.rows.map(describeRow)]),
  )
}
const describeRow = (row: FormRow) => `${row.type} ${fieldsOfRow(row).map(({ name }) => name)}`

test('every field that may be set is in the form of its resource exactly once', () => {
  for (const resource of schema) {
    const settable = resource.fields
      .filter(({ name, read_only }) => !read_only && name !== 'position')
      .map(({ name }) => name)
    const shown = buildFormModel(resource).fields.map(({ name }) => name)
    expect([resource.name, shown.toSorted()]).toEqual([resource.name, settable.toSorted()])
  }
})

describe('sections', () => {
  test('an article has its texts in pairs and its publication beside them', () => {
    expect(sectionsOf('articles')).toEqual({
      content: [
        'pair title,title_en',
        'pair excerpt,excerpt_en',
        'pair content,content_en',
        'pair faqs,faqs_en',
      ],
      images: ['image image,image_alt,image_alt_en,image_title,image_title_en'],
      search: [
        'pair seo_title,seo_title_en',
        'pair seo_description,seo_description_en',
        'pair seo_keyphrase,seo_keyphrase_en',
        'single noindex',
      ],
      publishing: ['single status', 'single published_at', 'single unpublish_at', 'single author_id'],
      settings: ['single slug', 'single category_id', 'single tags'],
    })
  })

  test('coordinates stand with the link to the map', () => {
    expect(sectionsOf('offices').details).toEqual([
      'single phone',
      'single email',
      'place latitude,longitude,map_url',
    ])
  })

  test('the key of a keyed resource comes first', () => {
    expect(sectionsOf('seo-meta').content?.[0]).toBe('single page_key')
  })

  test('a resource without pairs is not bilingual', () => {
    expect([modelOf('redirects').isBilingual, modelOf('menu').isBilingual]).toEqual([false, true])
  })

  test('a resource that the panel has never seen has a form, too', () => {
    const field = (name: string, kind: FieldDescription['kind'], more: Partial<FieldDescription> = {}) => ({
      ...resourceNamed('redirects').fields[0]!,
      name,
      kind,
      twin: null,
      language: null,
      ...more,
    })
    const fields = [
      field('name', 'line', { twin: 'name_en', language: 'primary' }),
      field('name_en', 'line', { twin: 'name', language: 'en' }),
      field('price', 'decimal'),
    ]
    const { main } = buildFormModel({ ...resourceNamed('redirects'), name: 'products', fields })
    expect(main.map(({ name, rows }) => [name, rows.map(describeRow)])).toEqual([
      ['content', ['pair name,name_en']],
      ['details', ['single price']],
    ])
  })
})

test('creators see no fields that only admins may set', () => {
  const articles = resourceNamed('articles', schemaFor('creator'))
  const names = buildFormModel(articles).fields.map(({ name }) => name)
  for (const name of ['status', 'published_at', 'author_id', 'position']) expect(names).not.toContain(name)
  expect(names).toContain('title')
})
