// The filters of a list: which ones a field has, and how they are written in an address. They have the names and values of
// the API's parameters, so that an address can be compared with a request.

import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { furtherLanguages, type LanguageKey, languageKeys } from '../../text/content-language.ts'
import { isInYears, isStorable } from '../../text/storable.ts'

export type FilterOperator = 'is' | 'from' | 'to' | 'empty'

/** `values` are as the API takes them: several only for choices, references and whole numbers. */
export type Filter = { field: string; operator: FilterOperator; values: string[] }

const SUFFIXES: Record<FilterOperator, string> = { is: '', from: '_gte', to: '_lte', empty: '_empty' }

const RANGED = ['instant', 'integer', 'decimal']
const LISTS = ['list', 'tags', 'rich']
const MAX_VALUES = 100
const MAX_TEXT = 2_048
const MAX_TAG = 60
const INT4_MAX = 2_147_483_647

/** The name of a published record with a date in the future in the filter by status. */
export const SCHEDULED = 'scheduled'
/** That of one that visitors see. */
export const PUBLIC = 'public'

/** A filter of no field: the records of which something is missing in a language. */
export type GapFilter = Filter & { field: 'untranslated' | 'without_alt' }

const gap = (field: GapFilter['field'], language: LanguageKey): GapFilter => ({
  field,
  operator: 'is',
  values: [language],
})

/** The filters by what is missing in records of a resource. */
export function gapFilters({ fields }: ResourceDescription): GapFilter[] {
  const isTranslated = fields.some(
    ({ kind, language }) => language !== null && ['line', 'text', 'rich'].includes(kind),
  )
  const hasPictures = fields.some(
    ({ kind, name }) =>
      kind === 'rich' || (kind === 'image' && fields.some((other) => other.name === `${name}_alt`)),
  )
  return [
    ...(isTranslated ? furtherLanguages.map((language) => gap('untranslated', language)) : []),
    ...(hasPictures ? languageKeys.map((language) => gap('without_alt', language)) : []),
  ]
}

export const parameterOf = ({ field, operator }: Pick<Filter, 'field' | 'operator'>) =>
  field + SUFFIXES[operator]

/** The operators that the API knows for a field; none for one that cannot be filtered. */
export function operatorsOf({ kind, nullable, filterable }: FieldDescription): FilterOperator[] {
  if (!filterable) return []
  const operators: FilterOperator[] = []
  if (!['rich', 'list', 'instant'].includes(kind)) operators.push('is')
  if (RANGED.includes(kind)) operators.push('from', 'to')
  if (nullable || LISTS.includes(kind)) operators.push('empty')
  return operators
}

/** Whether a filter may name several values, of which any must match. */
export const takesSeveral = ({ kind }: FieldDescription, operator: FilterOperator) =>
  operator === 'is' && ['choice', 'reference', 'integer', 'decimal'].includes(kind)

/** Fields that "Add filter" offers: those of the record's content first, then its id and dates. */
export const filterableFields = ({ fields }: ResourceDescription) =>
  fields.filter((field) => field.name !== 'version' && operatorsOf(field).length > 0)

/** The values of a status filter that are no stored status. */
const derivedChoices = ({ publishable }: ResourceDescription, { name }: FieldDescription) =>
  publishable && name === 'status' ? [SCHEDULED, PUBLIC] : []

/** All values that a filter by this choice may name. */
export const choicesOf = (resource: ResourceDescription, field: FieldDescription): string[] => [
  ...(field.choices ?? []).map(({ value }) => String(value)),
  ...derivedChoices(resource, field),
]

/** The valid filters in an address, in its order; anything else in it is left out. */
export function parseFilters(parameters: URLSearchParams, resource: ResourceDescription): Filter[] {
  const known = new Map(
    filterableFields(resource).flatMap((field) =>
      operatorsOf(field).map((operator) => [
        parameterOf({ field: field.name, operator }),
        { field, operator },
      ]),
    ),
  )
  const filters = new Map<string, Filter>()
  for (const [parameter, text] of parameters) {
    const missing = gapFilters(resource).find(
      ({ field, values }) => field === parameter && values[0] === text,
    )
    if (missing) filters.set(parameter, missing)
    const found = known.get(parameter)
    const values = found ? validValues(resource, found.field, found.operator, text) : []
    if (found && values.length > 0)
      filters.set(parameter, { field: found.field.name, operator: found.operator, values })
  }
  return [...filters.values()]
}

/** The values of a filter as the API accepts them; an empty list if none is left. */
function validValues(
  resource: ResourceDescription,
  field: FieldDescription,
  operator: FilterOperator,
  text: string,
): string[] {
  const values = takesSeveral(field, operator) ? [...new Set(text.split(','))].slice(0, MAX_VALUES) : [text]
  return values.filter((value) => isValidValue(resource, field, operator, value))
}

/** Whether the API accepts this value. */
export function isValidValue(
  resource: ResourceDescription,
  field: FieldDescription,
  operator: FilterOperator,
  value: string,
): boolean {
  if (operator === 'empty' || field.kind === 'boolean') return value === 'true' || value === 'false'
  switch (field.kind) {
    case 'choice':
      return choicesOf(resource, field).includes(value)
    case 'integer':
    case 'reference':
      return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= INT4_MAX
    case 'decimal':
      return /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value)
    case 'instant':
      return isInstant(value)
    case 'tags':
      return isText(value, MAX_TAG)
    default:
      return isText(value, MAX_TEXT)
  }
}

const isText = (value: string, max: number) => value !== '' && value.length <= max && isStorable(value)

const isInstant = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  isInYears(value)

/** The filters as parameters of an address or a request. */
export const filterParameters = (filters: readonly Filter[]): Record<string, string> =>
  Object.fromEntries(filters.map((filter) => [parameterOf(filter), filter.values.join(',')]))

/** The filters with this one in the place of the one with the same parameter, or at the end. */
export function withFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const parameter = parameterOf(filter)
  const others = filters.map((other) => (parameterOf(other) === parameter ? filter : other))
  return others.includes(filter) ? others : [...others, filter]
}

export const withoutFilter = (filters: readonly Filter[], filter: Filter) =>
  filters.filter((other) => parameterOf(other) !== parameterOf(filter))
