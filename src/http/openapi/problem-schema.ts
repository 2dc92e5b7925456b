// Problem documents (RFC 9457): their schema, and one response component per status.
import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { type ErrorCode, STATUS } from '../../text/errors.ts'
import { TITLES } from '../responses/problem-responses.ts'

const codes = Object.keys(STATUS) as ErrorCode[]

const parameter = z.union([z.string(), z.number(), z.boolean()])

const fieldIssue = z.object({
  path: z.string(),
  code: z.string().meta({ description: 'What is wrong, for programs: `required`, `too_small`, …' }),
  message: z.string().meta({ description: 'What is wrong, for people.' }),
  params: z
    .record(z.string(), z.union([parameter, z.array(parameter.nullable())]))
    .optional()
    .meta({ description: 'The values in the message, so that clients can write their own: `{"min": 1}`.' }),
})

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What is wrong, for people.' }),
    code: z.enum(codes).meta({ description: 'What is wrong, for programs.' }),
    request_id: z.string().meta({ description: 'The `X-Request-Id` of the response, as it is logged.' }),
    errors: z
      .array(fieldIssue)
      .optional()
      .meta({ description: 'The invalid fields. Paths are dotted: `lines.0.quantity`.' }),
    ticket: z.string().optional().meta({
      description:
        'Of `second_factor_required` and `second_factor_setup_required`: goes on with the sign-in, for ten minutes.',
    }),
    methods: z
      .array(z.enum(['totp', 'passkey', 'recovery_code']))
      .optional()
      .meta({ description: 'The second factors that the sign-in goes on with.' }),
  })
  .meta({ id: 'Problem' })

const exampleOf = (code: ErrorCode): z.input<typeof problem> => ({
  type: `urn:frontage:problem:${code}`,
  title: TITLES[STATUS[code]]!,
  status: STATUS[code],
  detail:
    code === 'validation_failed'
      ? 'title: is required; image_alt: must have at most 300 characters'
      : 'A sentence that says what is wrong.',
  code,
  request_id: '6f1c7f0e-4c1a-4f5b-9d57-0f6f8d0f4c52',
  ...(code === 'validation_failed' && {
    errors: [
      { path: 'title', code: 'required', message: 'is required' },
      {
        path: 'image_alt',
        code: 'too_big',
        message: 'must have at most 300 characters',
        params: { max: 300 },
      },
    ],
  }),
})

const HEADERS: Record<number, z.ZodRawShape> = {
  401: { 'WWW-Authenticate': z.literal('Bearer') },
  412: { ETag: z.string().optional().meta({ description: 'The current version.' }) },
  429: { 'Retry-After': z.string().meta({ description: 'Seconds until the next attempt.' }) },
  503: { 'Retry-After': z.string().optional().meta({ description: 'Seconds until the next attempt.' }) },
}

/** The response components that operations refer to: `Problem404` and so on. */
export function problemComponents(): Record<string, ZodOpenApiResponseObject> {
  const statuses = [...new Set(Object.values(STATUS))]
  return Object.fromEntries(
    statuses.map((status) => {
      const codesOfStatus = codes.filter((code) => STATUS[code] === status)
      const headers = HEADERS[status]
      return [
        `Problem${status}`,
        {
          description: `${TITLES[status]}: ${codesOfStatus.map((code) => `\`${code}\``).join(', ')}.`,
          ...(headers && { headers: z.object(headers) }),
          content: {
            'application/problem+json': {
              schema: problem,
              examples: Object.fromEntries(codesOfStatus.map((code) => [code, { value: exampleOf(code) }])),
            },
          },
        },
      ]
    }),
  )
}
