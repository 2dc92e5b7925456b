import { z } from 'zod'
import { TRACE_ENDS } from '../../website/redirects/trace-redirects.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { recordId } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { resolveQuery } from '../requests/query-schemas.ts'

const hop = z.object({
  id: recordId.nullable().meta({
    description: 'The redirect; null for one of the service itself, such as the removal of a final slash.',
  }),
  from: z.string(),
  location: z.string(),
  status: z.int(),
})

const trace = z
  .object({
    path: z.string().meta({ description: 'The canonical path that was resolved.' }),
    hops: z.array(hop),
    location: z.string().meta({ description: 'The address that a visitor ends up at.' }),
    end: z.enum(TRACE_ENDS).meta({
      description:
        '`page`: a public page. `missing`: no page of the site has this address (404). `path`: another path, which only the frontend knows. `external`: another site. `endless`: more redirects than browsers follow.',
    }),
  })
  .meta({ id: 'RedirectTrace' })

export const redirectPaths = (): Paths => ({
  '/api/admin/redirects/resolve': {
    get: operation({
      id: 'resolveRedirect',
      tag: 'redirects',
      summary: 'Find out where a path leads',
      access: 'admin',
      query: resolveQuery,
      responses: returns(trace),
    }),
  },
})
