// fast-check arbitraries for JSON Schemas, limited to the keywords that the document uses.
import fc, { type Arbitrary } from 'fast-check'
import { apiDocument } from '../../support/conformance.ts'

export type Schema = Record<string, any>

/** Strings that often cause errors. */
const awkward = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '<script>alert(1)</script>',
  '<p>متن</p>',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
  'javascript:alert(1)',
  '/media/2025/01/a.png',
  'https://example.com/a?b=c#d',
  '👩‍👩‍👧‍👦',
  '‮نویسه',
  '1e400',
  '__proto__',
)

const text = fc.oneof(
  { arbitrary: fc.constantFrom('سلام دنیا', 'Pumps & valves', '/services', 'a-b', 'home'), weight: 8 },
  { arbitrary: fc.string({ maxLength: 20 }), weight: 6 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }), weight: 6 },
  { arbitrary: awkward, weight: 1 },
)

export function resolve(schema: Schema): Schema {
  return schema.$ref
    ? resolve((apiDocument.components.schemas as any)[schema.$ref.split('/').at(-1)])
    : schema
}

/** Valid values, mostly small, some at the limits of the schema. */
export function arbitraryOf(given: Schema): Arbitrary<unknown> {
  const schema = resolve(given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return objects(schema)
    case 'string':
      return strings(schema)
    default:
      return fc.jsonValue()
  }
}

function integers({ minimum = -1e6, maximum = 1e6 }: Schema) {
  return fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), Math.ceil(minimum) + 100) }),
    fc.constantFrom(minimum, maximum),
  )
}

function objects({ properties = {}, required = [] }: Schema) {
  const fields = Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, field]) => [name, arbitraryOf(field)]),
  )
  return fc.record(fields, { requiredKeys: required })
}

function strings({ minLength = 0, maxLength = 10_000, pattern, format }: Schema): Arbitrary<string> {
  if (format === 'date-time') {
    const years = { min: new Date('1890-01-01'), max: new Date('2210-01-01'), noInvalidDate: true }
    return fc.date(years).map((date) => date.toISOString())
  }
  if (format === 'email') return fc.emailAddress().filter((value) => value.length <= maxLength)
  if (pattern) return matching(pattern).filter((value) => value.length <= maxLength)
  const edge = fc.constantFrom('x'.repeat(Math.min(maxLength, 5_000)), 'ک'.repeat(Math.min(maxLength, 5_000)))
  return fc
    .oneof({ arbitrary: text, weight: 9 }, { arbitrary: edge, weight: 1 })
    .filter((value) => value.length >= minLength && value.length <= maxLength)
}

const known = new Map<string, Arbitrary<string>>()

// Many fields share a pattern, and building an arbitrary with all of Unicode takes 50 ms.
function matching(pattern: string): Arbitrary<string> {
  const found = known.get(pattern) ?? newMatching(pattern)
  known.set(pattern, found)
  return found
}

function newMatching(pattern: string): Arbitrary<string> {
  const rule = new RegExp(pattern, 'u')
  try {
    return fc.stringMatching(rule)
  } catch {
    // fast-check supports neither look-aheads nor Unicode property classes.
    return text.filter((value) => rule.test(value))
  }
}

/** Mostly invalid bodies: unknown fields, wrong types, missing fields. */
export function invalidBody(schema: Schema): Arbitrary<unknown> {
  const { properties = {} } = resolve(schema)
  const names = Object.keys(properties)
  const valid = arbitraryOf(schema)
  const withField = (name: Arbitrary<string>, value: Arbitrary<unknown>) =>
    fc.tuple(valid, name, value).map(([body, field, wrong]) => ({ ...(body as object), [field]: wrong }))
  return fc.oneof(
    fc.jsonValue(),
    withField(
      fc.constantFrom('nothing', '__proto__', 'constructor', 'password_hash', 'title '),
      fc.jsonValue(),
    ),
    ...(names.length > 0 ? [withField(fc.constantFrom(...names), fc.oneof(fc.jsonValue(), awkward))] : []),
    fc.tuple(valid, fc.constantFrom(...names, 'x')).map(([body, name]) => {
      const { [name]: _, ...rest } = (body ?? {}) as Record<string, unknown>
      return rest
    }),
  )
}
