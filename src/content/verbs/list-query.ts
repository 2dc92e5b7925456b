// The parameters of admin lists: filters by any field, sorting and a choice of fields. The parameters follow from the
// resource definition.

import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { INT4_MAX } from '../../text/record-id.ts'
import { IN_YEARS, STORABLE } from '../../text/text-fields.ts'
import type { Resource } from '../definition/define-resource.ts'
import { columnOf } from '../definition/find-record.ts'
import { type FieldDescription, fieldsOf } from '../describe-resource.ts'

/** `sort` and `fields` name fields; `filters` are SQL conditions that must all hold. */
export type ListQuery = { sort: SortKey[]; fields: string[] | null; filters: SQL[] }
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
    sort: sortParameter(fields),
    fields: fieldsParameter(resource),
    ...Object.assign({}, ...fields.map((field) => filtersOf(resource, field))),
  }
}

/** Splits parsed parameters into what a list needs. `now` decides which articles are scheduled. */
export function toListQuery(resource: Resource, parameters: Record<string, unknown>, now: Date): ListQuery {
  const { sort = [], fields = null, ...filters } = parameters
  const names = Object.keys(listParameters(resource))
  return {
    sort: sort as SortKey[],
    fields: fields as string[] | null,
    filters: names.flatMap((name) => {
      const condition = filters[name] as Condition | undefined
      return condition ? [condition(resource, now)] : []
    }),
  }
}

/** The ORDER BY of a list; null values come last, and equal ones by id. */
export function sortOrder(resource: Resource, sort: readonly SortKey[]): SQL[] {
  const keys = sort.map(({ name, isDescending }) => {
    const column = columnOf(resource, name)
    const order = isDescending ? desc(column) : asc(column)
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

const sortParameter = (fields: readonly FieldDescription[]) => {
  const names = fields.filter(({ sortable }) => sortable).map(({ name }) => name)
  return z
    .string()
    .transform((text) =>
      text.split(',').map((key) => ({ name: key.replace(/^-/, ''), isDescending: key.startsWith('-') })),
    )
    .refine(
      (keys) => keys.length <= MAX_SORT_KEYS && keys.every(({ name }) => names.includes(name)),
      `must be at most ${MAX_SORT_KEYS} of ${names.join(', ')}, separated by commas, each with - before it for descending order`,
    )
    .optional()
    .meta({ description: 'Fields to sort by, such as `-updated_at,title`.', override: { type: 'string' } })
}

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

/** `scheduled` is what a published record with a date in the future is called here. */
function choiceFilter(resource: Resource, { name, choices }: FieldDescription) {
  const values = choices!.map(({ value }) => String(value))
  const isStatus = resource.publishable && name === 'status'
  const allowed = isStatus ? [...values, 'scheduled'] : values
  const value = z.string().refine((text) => allowed.includes(text), `must be one of ${allowed.join(', ')}`)
  return filter(listOf(value), 'string', (wanted, resource, now) => {
    const column = columnOf(resource, name)
    const stored = wanted.filter((text) => values.includes(text))
    const conditions = stored.length > 0 ? [sql`${column}::text in ${stored}`] : []
    if (isStatus && wanted.includes('scheduled'))
      conditions.push(and(eq(column, 'published'), gt(columnOf(resource, 'published_at'), now))!)
    return or(...conditions)!
  })
}
