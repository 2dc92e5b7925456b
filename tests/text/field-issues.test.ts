import { expect, test } from 'bun:test'
import { z } from 'zod'
import { coded, fieldIssues } from '../../src/text/field-issues.ts'

const issuesOf = (schema: z.ZodType, value: unknown) => fieldIssues(schema.safeParse(value).error!)

test.each([
  [z.string(), undefined, { code: 'required', message: 'is required' }],
  [z.string(), 5, { code: 'invalid_type', message: 'must be a text', params: { expected: 'string' } }],
  [z.int(), 1.5, { code: 'invalid_type', message: 'must be a whole number', params: { expected: 'int' } }],
  [z.string().min(1), '', { code: 'too_small', message: 'must not be empty', params: { min: 1 } }],
  [
    z.string().min(10),
    'x',
    { code: 'too_small', message: 'must have at least 10 characters', params: { min: 10 } },
  ],
  [
    z.string().max(1),
    'xx',
    { code: 'too_big', message: 'must have at most 1 character', params: { max: 1 } },
  ],
  [
    z.array(z.any()).max(2),
    [1, 2, 3],
    { code: 'too_big', message: 'must have at most 2 items', params: { max: 2 } },
  ],
  [z.int().min(1), 0, { code: 'too_small', message: 'must be at least 1', params: { min: 1 } }],
  [
    z.number().gt(0),
    0,
    { code: 'too_small', message: 'must be more than 0', params: { min: 0, exclusive: true } },
  ],
  [
    z.email(),
    'x',
    {
      code: 'invalid_format',
      message: 'must be an email address, such as name@example.com',
      params: { format: 'email' },
    },
  ],
  [z.string().regex(/a/), 'x', { code: 'invalid_format', message: 'has the wrong format' }],
  [z.string().regex(/a/, 'needs an a'), 'x', { code: 'invalid_format', message: 'needs an a' }],
  [
    z.enum(['a', 'b']),
    'x',
    { code: 'invalid_value', message: 'must be one of a, b', params: { values: ['a', 'b'] } },
  ],
  [z.literal(true), 'x', { code: 'invalid_value', message: 'must be true', params: { values: [true] } }],
  [
    z.number().multipleOf(5),
    3,
    { code: 'not_multiple_of', message: 'must be a multiple of 5', params: { divisor: 5 } },
  ],
  [
    z.discriminatedUnion('op', [
      z.object({ op: z.literal('create') }),
      z.object({ op: z.literal('delete') }),
    ]),
    { op: 'drop' },
    {
      path: 'op',
      code: 'invalid_union',
      message: 'must be one of create, delete',
      params: { values: ['create', 'delete'] },
    },
  ],
  [z.union([z.string(), z.number()]), true, { code: 'invalid_union', message: 'is not valid' }],
  [z.string().refine(() => false, coded('odd', 'is odd')), 'x', { code: 'odd', message: 'is odd' }],
  [
    z.string().refine(() => false, { message: 'is old', params: { code: 'old', years: 9 } }),
    'x',
    { code: 'old', message: 'is old', params: { years: 9 } },
  ],
])('%# is described by a code, its parameters and a plain message', (schema, value, issue) => {
  expect(issuesOf(schema, value)).toEqual([{ path: '', ...issue }])
})

test('paths are dotted, and unknown fields are named one by one', () => {
  const schema = z.strictObject({ lines: z.array(z.strictObject({ quantity: z.int() })) })
  expect(issuesOf(schema, { lines: [{ quantity: 1, a: 1, b: 2 }, {}] })).toEqual([
    { path: 'lines.0.a', code: 'unknown_field', message: 'unknown field' },
    { path: 'lines.0.b', code: 'unknown_field', message: 'unknown field' },
    { path: 'lines.1.quantity', code: 'required', message: 'is required' },
  ])
})
