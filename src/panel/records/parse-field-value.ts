import type { FieldDescription } from '../../client/index.ts'
import { splitTags } from './split-tags.ts'

/**
 * A typed or chosen text as the value of a field: null for an empty text where the field can be empty; undefined if the
 * field cannot have it.
 */
export function parseFieldValue(field: FieldDescription, typed: string): unknown {
  const text = typed.trim()
  if (field.kind === 'tags') return [...new Set(splitTags(text))]
  if (text === '') return field.nullable ? null : undefined
  switch (field.kind) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'choice':
      return field.choices?.find(({ value }) => String(value) === text)?.value
    case 'integer':
    case 'reference':
      return parseNumber(text, /^-?\d{1,10}$/, field)
    case 'decimal':
      return parseNumber(text, /^-?\d{1,9}(?:\.\d{1,9})?$/, field)
    default:
      return isWithin(text.length, field) ? text : undefined
  }
}

function parseNumber(text: string, pattern: RegExp, field: FieldDescription): number | undefined {
  const latin = toLatinDigits(text)
  const number = pattern.test(latin) ? Number(latin) : Number.NaN
  return !Number.isNaN(number) && isWithin(number, field) ? number : undefined
}

const isWithin = (value: number, { min, max }: FieldDescription) =>
  (min === null || value >= min) && (max === null || value <= max)

/** Persian and Arabic digits and their decimal sign in Latin ones. */
export const toLatinDigits = (text: string): string =>
  text
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll('٫', '.')
