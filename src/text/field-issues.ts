// The entries of `errors[]` for zod's issues: a code and parameters for programs, and a plain message for people, which
// replaces zod's own.
import { z } from 'zod'

/** `params` holds the numbers and names in the message, such as `{min: 1}`, so that clients can write their own. */
export type FieldIssue = { path: string; code: string; message: string; params?: IssueParams }
export type IssueParams = Record<string, string | number | boolean | (string | number | boolean | null)[]>

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

// The messages are set once for the process; one that a schema gives itself still comes first.
z.config({ localeError: (issue) => messageOf(issue) })

/** One entry for each zod issue, with dotted paths. */
export function fieldIssues(error: { issues: readonly Issue[] }): FieldIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return { path: path.join('.'), ...describeIssue(issue) }
    return issue.keys.map((key) => ({
      path: [...path, key.slice(0, 100)].join('.'),
      code: 'unknown_field',
      message: 'unknown field',
    }))
  })
}

/** A message for `refine` with a code of its own instead of `custom`. */
export const coded = (code: string, message: string) => ({ message, params: { code } })

function describeIssue(issue: Issue) {
  if (isMissing(issue)) return { code: 'required', message: 'is required' }
  const { code: customCode, ...custom } = (issue.code === 'custom' && issue.params) || {}
  const params = issue.code === 'custom' ? (custom as IssueParams) : paramsOf(issue)
  return {
    code: typeof customCode === 'string' ? customCode : issue.code,
    message: issue.message,
    ...(Object.keys(params).length > 0 && { params }),
  }
}

// zod distinguishes a missing field from an invalid one only by its input (see `reportInput`) or, for plain types, by
// the message.
const isMissing = (issue: Issue) => ('input' in issue ? issue.input === undefined : issue.message === MISSING)

function paramsOf(issue: Issue): IssueParams {
  switch (issue.code) {
    case 'invalid_type':
      return { expected: issue.expected }
    case 'too_small':
      return { min: Number(issue.minimum), ...(issue.inclusive === false && { exclusive: true }) }
    case 'too_big':
      return { max: Number(issue.maximum), ...(issue.inclusive === false && { exclusive: true }) }
    case 'invalid_format':
      return issue.format === 'regex' ? {} : { format: issue.format }
    case 'invalid_value':
      return { values: issue.values.map((value) => (typeof value === 'object' ? value : plain(value))) }
    case 'not_multiple_of':
      return { divisor: issue.divisor }
    case 'invalid_union':
      return 'options' in issue ? { values: (issue.options as unknown[]).map(String) } : {}
    default:
      return {}
  }
}

const plain = (value: z.core.util.Primitive) =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value)

const MISSING = 'is required'

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  email: 'an email address, such as name@example.com',
  url: 'a URL, such as https://example.com',
  uuid: 'a UUID',
  datetime: 'a date and time, such as 2026-08-03T10:15:00Z',
  date: 'a date, such as 2026-08-03',
}

function messageOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING : `must be ${TYPES[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? 'must not be empty'
        : `must ${limitOf(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`
    case 'too_big':
      return `must ${limitOf(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`
    case 'invalid_format':
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : 'has the wrong format'
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `must be one of ${issue.options.map(String).join(', ')}`
        : 'is not valid'
    default:
      return 'is not valid'
  }
}

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  file: ['byte', 'bytes'],
}

function limitOf(origin: string, relation: string, limit: number | bigint) {
  const unit = UNITS[origin]
  return unit ? `have ${relation} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}` : `be ${relation} ${limit}`
}
