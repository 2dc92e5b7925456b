import { z } from 'zod'
import { BROKEN_LINK_REASONS } from '../../website/redirects/check-links.ts'
import { operation, type Paths } from '../openapi/describe-operation.ts'
import { namedSchema } from '../openapi/record-schemas.ts'
import { returns } from '../openapi/standard-responses.ts'
import { linksInput } from '../requests/links-input.ts'

const answer = z
  .object({
    checked: z.int().min(0),
    broken: z.array(
      z.object({
        link: z.string().meta({ description: 'As it was sent.' }),
        reason: z.enum(BROKEN_LINK_REASONS).meta({
          description:
            '`missing`: the website has no page at this address, or none that is public. `endless`: more redirects than browsers follow.',
        }),
      }),
    ),
  })
  .meta({ id: 'LinkCheck' })

export const linkPaths = (): Paths => ({
  '/api/admin/links/check': {
    post: operation({
      id: 'checkLinks',
      tag: 'redirects',
      summary: 'Find the links that lead nowhere on this website',
      description: 'Follows redirects. Changes nothing.',
      access: 'admin',
      body: namedSchema(linksInput, 'LinksToCheck', { links: ['/blog/no-such-article', '/contact'] }),
      responses: returns(answer),
    }),
  },
})
