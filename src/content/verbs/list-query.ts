// The parameters of admin lists: filters by any field, sorting and a choice of fields. The parameters follow from the
// resource definition.

import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { textOrder } from '../../platform/db/text-order.ts'
import {
  type ContentLanguage,
  furtherLanguages,
  type LanguageKey,
  languageKeys,
  parseField,
} from '../../text/content-language.ts'
import { COPIED_TEXT } from '../../text/copied-text.ts'
import { INT4_MAX } from '../../text/record-id.ts'
import { IN_YEARS, STORABLE } from '../../text/text-fields.ts'
import type { Resource } from '../definition/define-resource.ts'
import { columnOf } from '../definition/find-record.ts'
import { type FieldDescription, fieldsOf } from '../describe-resource.ts'

/** `order` is empty for the order of the resource; `fields` name fields; `filters` are SQL conditions that must all hold. */
export type ListQuery = { order: SQL[]; fields: string[] | null; filters: SQL[] }
type SortKey = { name: string; isDescending: boolean }

type Condition = (resource: Resource, now: Date) => SQL

const MAX_VALUES = 100
const MAX_SORT_KEYS = 5

const parametersOf = new Map<Resource, z.ZodRawShape>()

/** The query parameters of a resource's list besides `q` and paging: strings that become conditions. */
export const listParameters = (resource: Resource): z.ZodRawShape =>
  parametersOf.getOrInsertComputed(resource, createParameters)

function createParameters(resource: Resource): z.ZodRawShape {
  const fields = fieldsOf(resource).filter(({ filterable }) => filterable)
  return {
    sort: sortParameter([
      ...fields.filter(({ sortable }) => sortable).map(({ name }) => name),
      ...(resource.publishable ? [DATED_AT] : []),
    ]),
    fields: fieldsParameter(resource),
    ...untranslatedFilter(resource),
    ...withoutAltFilter(resource),
    ...Object.assign({}, ...fields.map((field) => filtersOf(resource, field))),
  }
}

type Surroundings = {
  /** Decides which articles are scheduled. */
  now: Date
  /** Those of the site, whose alphabets texts are sorted by. */
  languages: readonly ContentLanguage[]
}

/** Splits parsed parameters into what a list needs. */
export function toListQuery(
  resource: Resource,
  parameters: Record<string, unknown>,
  { now, languages }: Surroundings,
): ListQuery {
  const { sort = [], fields = null, ...filters } = parameters
  const names = Object.keys(listParameters(resource))
  return {
    order: sortOrder(resource, sort as SortKey[], languages),
    fields: fields as string[] | null,
    filters: names.flatMap((name) => {
      const condition = filters[name] as Condition | undefined
      return condition ? [condition(resource, now)] : []
    }),
  }
}

/** The sort key of the date on which a record was published or will be, or was created if it has none. */
const DATED_AT = 'dated_at'

/** Null values come last, and equal ones by id. */
function sortOrder(resource: Resource, sort: readonly SortKey[], languages: readonly ContentLanguage[]) {
  if (sort.length === 0) return []
  const keys = sort.map(({ name, isDescending }) => {
    if (name === DATED_AT) {
      const date = sql`coalesce(${columnOf(resource, 'published_at')}, ${columnOf(resource, 'created_at')})`
      return isDescending ? desc(date) : asc(date)
    }
    const column = columnOf(resource, name)
    const isText = column.columnType === 'PgText' && !column.enumValues?.length
    const { key } = parseField(name)
    const { tag } = languages.find((language) => language.key === key) ?? languages[0]!
    const compared = isText ? textOrder(column, tag) : column
    const order = isDescending ? desc(compared) : asc(compared)
    // Without a word on nulls an index on the column serves both directions.
    return column.notNull ? order : sql`${order} nulls last`
  })
  return [...keys, asc(resource.table.id)]
}

/** The chosen fields of a presented record; `id` and `version` always. */
export const chooseFields = (record: Record<string, unknown>, fields: readonly string[] | null) =>
  fields === null
    ? record
    : Object.fromEntries(
        Object.entries(record).filter(([name]) => ['id', 'version', ...fields].includes(name)),
      )

const sortParameter = (names: readonly string[]) =>
  z
    .string()
    .transform((text) =>
      text.split(',').map((key) => ({ name: key.replace(/^-/, ''), isDescending: key.startsWith('-') })),
    )
    .refine(
      (keys) => keys.length <= MAX_SORT_KEYS && keys.every(({ name }) => names.includes(name)),
      `must be at most ${MAX_SORT_KEYS} of ${names.join(', ')}, separated by commas, each with - before it for descending order`,
    )
    .optional()
    .meta({
      description: names.includes(DATED_AT)
        ? 'Fields to sort by, such as `-updated_at,title`; `dated_at` is the date of publication, or of creation for records without one.'
        : 'Fields to sort by, such as `-updated_at,title`.',
      override: { type: 'string' },
    })

const fieldsParameter = (resource: Resource) => {
  const names = fieldsOf(resource).map(({ name }) => name)
  return z
    .string()
    .transform((text) => text.split(','))
    .refine(
      (chosen) => chosen.every((name) => names.includes(name)),
      `must be some of ${names.join(', ')}, separated by commas`,
    )
    .optional()
    .meta({
      description: 'Fields to answer, such as `title,status`; `id` and `version` always come along.',
      override: { type: 'string' },
    })
}

function filtersOf(resource: Resource, field: FieldDescription): z.ZodRawShape {
  const { name, kind } = field
  const shape: Record<string, z.ZodType> = {}
  if (field.nullable || ['list', 'tags', 'rich'].includes(kind)) shape[`${name}_empty`] = emptyFilter(field)
  if (kind === 'rich' || kind === 'list') return shape
  if (kind === 'instant') return { ...shape, ...rangeFilters(name, instantValue) }
  if (kind === 'boolean') return { ...shape, [name]: equalFilter(name, booleanValue, 'boolean') }
  if (kind === 'tags') return { ...shape, [name]: tagFilter(name) }
  if (kind === 'choice') return { ...shape, [name]: choiceFilter(resource, field) }
  if (['integer', 'reference', 'decimal'].includes(kind)) {
    const value = kind === 'decimal' ? decimalValue : integerValue
    return { ...shape, [name]: anyOfFilter(name, value), ...rangeFilters(name, value) }
  }
  return {
    ...shape,
    [name]: equalFilter(
      name,
      z
        .string()
        .max(2_048)
        .refine(...STORABLE),
      'string',
    ),
  }
}

const integerMessage = `must be a whole number from -${INT4_MAX} to ${INT4_MAX}`
const integerValue = z
  .string()
  .regex(/^-?\d{1,10}$/, integerMessage)
  .transform(Number)
  .refine((value) => Math.abs(value) <= INT4_MAX, integerMessage)
const decimalValue = z
  .string()
  .regex(
    /^-?\d{1,9}(?:\.\d{1,9})?$/,
    'must be a number such as 35.7, with at most nine digits before and after the point',
  )
  .transform(Number)
const booleanValue = z.stringbool({ error: 'must be true or false' })
const instantValue = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be a date and time with an offset from UTC, such as 2026-08-03T10:15:00Z',
  })
  .refine(...IN_YEARS)
  .transform((value) => new Date(value))

/** A parameter that becomes a condition; `type` is shown in the OpenAPI document. */
const filter = <T>(
  value: z.ZodType<T>,
  type: string,
  condition: (value: T, resource: Resource, now: Date) => SQL,
) =>
  value
    .transform(
      (parsed): Condition =>
        (resource, now) =>
          condition(parsed, resource, now),
    )
    .optional()
    .meta({ override: ({ jsonSchema }) => void Object.assign(clear(jsonSchema), { type }) })

function clear(schema: Record<string, unknown>) {
  for (const name of Object.keys(schema)) delete schema[name]
  return schema
}

const equalFilter = <T extends string | boolean>(name: string, value: z.ZodType<T>, type: string) =>
  filter(value, type, (wanted, resource) => eq(columnOf(resource, name), wanted))

const anyOfFilter = (name: string, value: z.ZodType<number>) =>
  filter(listOf(value), 'string', (wanted, resource) => inArray(columnOf(resource, name), wanted))

const listOf = <T>(value: z.ZodType<T>) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(value as z.ZodType<T, string>).max(MAX_VALUES))

const rangeFilters = (name: string, value: z.ZodType<number | Date>) => ({
  [`${name}_gte`]: filter(value, 'string', (bound, resource) => gte(columnOf(resource, name), bound)),
  [`${name}_lte`]: filter(value, 'string', (bound, resource) => lte(columnOf(resource, name), bound)),
})

const tagFilter = (name: string) =>
  filter(
    z
      .string()
      .max(60)
      .refine(...STORABLE),
    'string',
    (tag, resource) => sql`${columnOf(resource, name)} @> ${JSON.stringify([tag])}::jsonb`,
  )

function emptyFilter({ name, kind }: FieldDescription) {
  return filter(booleanValue, 'boolean', (wantsEmpty, resource) => {
    const column = columnOf(resource, name)
    if (kind === 'list' || kind === 'tags') return sql`(${column} = '[]'::jsonb) = ${wantsEmpty}`
    return wantsEmpty ? isNull(column) : isNotNull(column)
  })
}

/**
 * Records that readers of another language do not get in it: a required or rich text is empty in that language, or is a copy
 * of the primary one. Resources without such texts count with all their texts.
 */
function untranslatedFilter(resource: Resource): z.ZodRawShape {
  const texts = fieldsOf(resource).filter(
    ({ language, kind }) => language === 'primary' && ['line', 'text', 'rich'].includes(kind),
  )
  const main = texts.filter(({ required, kind }) => required || kind === 'rich')
  if (texts.length === 0) return {}
  const pairs = (main.length > 0 ? main : texts).map(({ name, twin }) => ({ name, twin: twin! }))
  return {
    untranslated: filter(
      z.enum(furtherLanguages as readonly ['en']),
      'string',
      (_, resource) =>
        or(
          ...pairs.map(({ name, twin }) => {
            const [text, translation] = [columnOf(resource, name), columnOf(resource, twin)]
            const isCopy = sql`${translation} = ${text} and ${text} ~ ${COPIED_TEXT}`
            return sql`(${text} <> '' and (coalesce(${translation}, '') = '' or ${isCopy}))`
          }),
        )!,
    ).meta({ description: 'Only records whose texts are not translated into this language.' }),
  }
}

/** An image of a rich text without a description. The sanitizer writes attributes in quotes. */
const BARE_IMAGE = '<img(?![^>]* alt="[^"])'

/** Records with a picture that has no alternative text in a language; in further ones, only where they have texts in it. */
function withoutAltFilter(resource: Resource): z.ZodRawShape {
  const fields = fieldsOf(resource)
  const find = (name: string | null) => fields.find((field) => field.name === name)
  const ofLanguage = (key: LanguageKey) => {
    const named = ({ name, twin }: FieldDescription) => columnOf(resource, key === 'primary' ? name : twin!)
    const primary = fields.filter(({ language }) => language === 'primary')
    const bare = [
      ...fields
        .filter(({ kind }) => kind === 'image')
        .flatMap((image) => {
          const alt = find(`${image.name}_alt`)
          const isEmpty = alt && sql`coalesce(${named(alt)}, '') = ''`
          return alt ? [sql`(${columnOf(resource, image.name)} <> '' and ${isEmpty})`] : []
        }),
      ...primary.filter(({ kind }) => kind === 'rich').map((field) => sql`${named(field)} ~ ${BARE_IMAGE}`),
    ]
    const texts = primary.filter(({ required, kind }) => required || kind === 'rich')
    const isTranslated = or(...texts.map((field) => sql`${named(field)} <> ''`))
    return and(key === 'primary' ? undefined : isTranslated, or(...bare))!
  }
  const hasPictures = fields.some(
    ({ kind, name }) => (kind === 'image' && find(`${name}_alt`)) || kind === 'rich',
  )
  if (!hasPictures) return {}
  return {
    without_alt: filter(z.enum(languageKeys as readonly ['primary', 'en']), 'string', ofLanguage).meta({
      description: 'Only records with a picture that has no alternative text in this language.',
    }),
  }
}

/**
 * A published record with a date in the future is called `scheduled` here, one that is public now `public`; `published` is
 * either of them.
 */
function choiceFilter(resource: Resource, { name, choices }: FieldDescription) {
  const values = choices!.map(({ value }) => String(value))
  const isStatus = resource.publishable && name === 'status'
  const allowed = isStatus ? [...values, 'scheduled', 'public'] : values
  const value = z.string().refine((text) => allowed.includes(text), `must be one of ${allowed.join(', ')}`)
  return filter(listOf(value), 'string', (wanted, resource, now) => {
    const column = columnOf(resource, name)
    const stored = wanted.filter((text) => values.includes(text))
    const conditions = stored.length > 0 ? [sql`${column}::text in ${stored}`] : []
    if (isStatus && wanted.includes('scheduled'))
      conditions.push(and(eq(column, 'published'), gt(columnOf(resource, 'published_at'), now))!)
    if (isStatus && wanted.includes('public')) {
      const [from, until] = ['published_at', 'unpublish_at'].map((date) => columnOf(resource, date)) as [
        PgColumn,
        PgColumn,
      ]
      const isBetween = and(or(isNull(from), lte(from, now)), or(isNull(until), gt(until, now)))
      conditions.push(and(eq(column, 'published'), isBetween)!)
    }
    return or(...conditions)!
  })
}
