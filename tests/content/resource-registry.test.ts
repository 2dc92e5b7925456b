import { describe, expect, test } from 'bun:test'
import { type Column, getTableColumns } from 'drizzle-orm'
import { z } from 'zod'
import { kindOf } from '../../src/content/definition/field-types.ts'
import { type DemoReference, demoContent } from '../../src/content/demo/demo-content.ts'
import { findResource, resources } from '../../src/content/resources/resource-registry.ts'
import { sanitizeRichText } from '../../src/platform/security/sanitize-rich-text.ts'

const ORDERED =
  'services projects articles testimonials faqs team timeline statistics why-us investment-models work-steps ' +
  'offices gallery menu'
const UNORDERED =
  'seo-meta heroes site-settings about contact-info social-links pages announcements redirects article-categories'
const LIFECYCLE = ['id', 'version', 'created_at', 'updated_at']
/** Texts that exist in one language only. */
const NO_TWIN =
  'contact_notify email from_path icon mobile phone platform seo_keyphrase slug theme_color'.split(' ')

const each = resources.map((resource) => [resource.name, resource] as const)
const columnsOf = (resource: (typeof resources)[number]) =>
  getTableColumns(resource.table) as Record<string, Column>
const accepts = (field: z.ZodType, value: unknown) => field.safeParse(value).success

function unwrap(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? unwrap(field.unwrap() as z.ZodType)
    : field
}

test('the resources, and which of them are ordered', () => {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()
  expect(names(resources.filter(({ ordered }) => ordered))).toEqual(ORDERED.split(' ').sort())
  expect(names(resources.filter(({ ordered }) => !ordered))).toEqual(UNORDERED.split(' ').sort())
  expect(names(resources.filter(({ singleton }) => singleton))).toEqual([
    'about',
    'contact-info',
    'site-settings',
  ])
  expect(new Set(resources.map(({ table }) => table)).size).toBe(resources.length)
})

describe.each(each)('%s', (_, resource) => {
  const columns = columnsOf(resource)
  const fields = Object.entries(resource.input.shape) as [string, z.ZodType][]

  test('has an input field for every column except the read-only ones', () => {
    expect(fields.map(([name]) => name).sort()).toEqual(
      Object.keys(columns)
        .filter((name) => !LIFECYCLE.includes(name) && !/^(public_slug|words(_en)?)$/.test(name))
        .sort(),
    )
  })

  test('refers to existing columns only', () => {
    const { key, slugFrom, redirectFields, visibleBetween, longFields } = resource
    const named = [
      key,
      slugFrom,
      redirectFields?.from,
      redirectFields?.to,
      visibleBetween?.from,
      visibleBetween?.until,
      ...longFields,
      slugFrom && 'slug',
    ]
    expect(named.filter((name) => name && !(name in columns))).toEqual([])
  })

  test.each(fields)('%s is required exactly if its column is', (name, field) => {
    const { notNull, hasDefault } = columns[name]!
    const filledByService = name === 'position' || (name === 'slug' && resource.slugFrom !== null)
    expect({ optional: accepts(field, undefined), nullable: accepts(field, null) }).toEqual({
      optional: !notNull || hasDefault || filledByService,
      nullable: !notNull,
    })
  })

  test('every `_en` field is optional and has the type of its primary field', () => {
    for (const [name, field] of fields.filter(([name]) => name.endsWith('_en'))) {
      const twin = resource.input.shape[name.slice(0, -3)] as z.ZodType
      expect(twin).toBeDefined()
      expect(kindOf(field)).toBe(kindOf(twin))
      expect(z.toJSONSchema(unwrap(field))).toEqual(z.toJSONSchema(unwrap(twin)))
      expect(accepts(field, undefined)).toBe(true)
    }
  })

  test('every prose field has an `_en` field', () => {
    const alone = fields.filter(
      ([name, field]) =>
        columns[name]!.dataType === 'string' &&
        unwrap(field) instanceof z.ZodString &&
        (kindOf(field) === null || kindOf(field) === 'rich') &&
        !name.endsWith('_en') &&
        !(`${name}_en` in resource.input.shape),
    )
    expect(alone.map(([name]) => name).filter((name) => !NO_TWIN.includes(name))).toEqual([])
  })

  test('has no default that a PATCH would apply', () => {
    expect(resource.patch.parse({})).toEqual({})
  })
})

describe('demo content', () => {
  const refOf = (value: unknown) => (value as Partial<DemoReference> | null)?.$ref
  const inserted: { resource: string; record: Record<string, unknown> }[] = []
  for (const { resource, records } of demoContent) {
    for (const record of records) inserted.push({ resource, record })
  }

  test('contains each resource once', () => {
    const names = demoContent.map(({ resource }) => resource)
    expect(names.sort()).toEqual(resources.map(({ name }) => name).sort())
    for (const { resource, records } of demoContent) {
      const least = findResource(resource)!.singleton ? 1 : ORDERED.split(' ').includes(resource) ? 3 : 2
      expect(records.length).toBeGreaterThanOrEqual(least)
    }
  })

  test.each(demoContent.map(({ resource, records }) => [resource, records] as const))(
    '%s: is valid',
    (name, records) => {
      const { input } = findResource(name)!
      for (const record of records) {
        const resolved = Object.fromEntries(
          Object.entries(record).map(([field, value]) => [field, refOf(value) ? 1 : value]),
        )
        const result = input.safeParse(resolved)
        expect(result.error?.issues ?? []).toEqual([])
        // The value is in its stored form, so that lookups by slug or path find it.
        expect(result.data!).toEqual(resolved)
        for (const [field, kind] of findResource(name)!.fieldKinds) {
          const html = record[field]
          if (kind === 'rich' && typeof html === 'string') {
            expect(sanitizeRichText(html, { mediaBase: 'https://site.example' })).toBe(html)
          }
        }
      }
    },
  )

  test('has every text in both languages', () => {
    for (const { resource, record } of inserted) {
      for (const name of Object.keys(record)) {
        if (`${name}_en` in findResource(resource)!.input.shape) expect(record).toHaveProperty(`${name}_en`)
      }
    }
  })

  test('every reference names exactly one earlier record', () => {
    for (const [index, { record }] of inserted.entries()) {
      for (const value of Object.values(record)) {
        const ref = refOf(value)
        if (!ref) continue
        const [resource, column, wanted] = ref
        const targets = inserted.slice(0, index).filter((it) => it.resource === resource)
        expect(targets.filter((it) => it.record[column] === wanted)).toHaveLength(1)
      }
    }
  })

  test('no two records share a unique value', () => {
    for (const { resource, records } of demoContent) {
      for (const name of ['slug', 'page_key', 'from_path']) {
        const values = records.map((record) => record[name]).filter((value) => value !== undefined)
        expect(`${resource}.${name}: ${new Set(values).size}`).toBe(`${resource}.${name}: ${values.length}`)
      }
    }
  })

  test('one article is a draft, the others are published with past dates', () => {
    const { records } = demoContent.find(({ resource }) => resource === 'articles')!
    const published = records.filter(({ status }) => status === 'published')
    expect(records.length - published.length).toBe(1)
    for (const { published_at } of published)
      expect(Date.parse(String(published_at))).toBeLessThan(Date.now())
  })
})
