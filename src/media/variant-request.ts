// Reads which variant of an image a request is for, from the query `?w=640&ratio=16x9&f=auto&v=…`.
import { isStamp } from '../content/images/focal-point.ts'
import {
  FORMATS,
  RATIOS,
  type Ratio,
  type VariantFormat,
  widthsOf,
} from '../content/images/image-variants.ts'
import { AppError, invalid } from '../text/errors.ts'
import type { FieldIssue } from '../text/field-issues.ts'
import type { Format } from './image-formats.ts'

export type VariantRequest = {
  width: number
  ratio: Ratio | null
  /** Null: the format of the original. */
  format: VariantFormat | null
  stamp: string | null
}

const NAMES = ['w', 'ratio', 'f', 'v']

const asksForVariant = (query: URLSearchParams) => NAMES.some((name) => query.has(name))

/** Throws 422 if the query of a document asks for a variant. */
export function assertNoVariant(search: string): void {
  if (!asksForVariant(new URLSearchParams(search))) return
  throw new AppError('validation_failed', 'A PDF has no variants; request it without w, ratio, f and v.')
}

/** Null if the query asks for no variant. Throws 422, naming the values that are allowed. */
export function parseVariantRequest(search: string): VariantRequest | null {
  const query = new URLSearchParams(search)
  if (!asksForVariant(query)) return null
  const issues: FieldIssue[] = []
  for (const name of new Set(query.keys())) {
    if (NAMES.includes(name)) {
      if (query.getAll(name).length > 1) issues.push({ path: name, code: 'too_many', message: 'is repeated' })
    } else if (!/^utm_|^_$/.test(name)) {
      const message = `is unknown; the parameters are ${NAMES.join(', ')}`
      issues.push({ path: name.slice(0, 100), code: 'unknown_parameter', message })
    }
  }
  const ratio = oneOf(RATIOS, 'ratio')
  const widths = widthsOf(ratio)
  const width = oneOf(widths.map(String), 'w', 'required')
  const format = oneOf(FORMATS, 'f')
  const stamp = query.get('v')
  if (stamp !== null && !isStamp(stamp)) {
    const message = 'must be the stamp that `images` in public reads has for the image'
    issues.push({ path: 'v', code: 'invalid_value', message })
  }
  if (issues.length > 0) throw invalid(issues)
  return { width: Number(width), ratio, format, stamp }

  function oneOf<Value extends string>(values: readonly Value[], name: string, required?: 'required') {
    const given = query.get(name)
    if (given === null && !required) return null
    const found = values.find((value) => value === given)
    if (found !== undefined) return found
    const code = given === null ? 'required' : 'invalid_value'
    issues.push({ path: name, code, message: `must be one of ${values.join(', ')}` })
    return null
  }
}

/**
 * The format of a variant for a browser with this `Accept` header. An animation stays animated unless the request names a
 * format without animations, which gets the first frame.
 */
export function formatOf(original: Format, wanted: VariantFormat | null, accept: string | undefined): Format {
  if (wanted === null) return original
  if (wanted !== 'auto') return wanted
  if (original === 'webp') return 'webp'
  // The encoder makes no animated AVIF.
  if (original !== 'gif' && accepts(accept, 'image/avif')) return 'avif'
  if (accepts(accept, 'image/webp')) return 'webp'
  return original === 'avif' ? 'jpeg' : original
}

// `*/*` does not count: browsers without these formats send it too.
function accepts(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
