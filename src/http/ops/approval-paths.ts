// Approval of quotes: limits by amount, and substitutes of approvers.
import { z } from 'zod'
import { SUBSTITUTE_WRITERS, substituteBody } from '../../procurement/people/substitutes.ts'
import { limitChanges } from '../../procurement/quotes/approvals.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import { PROOF_ERRORS, PROOF_IN_PROCUREMENT, provable } from '../openapi/proof-of-identity.ts'
import { lists, removes } from '../openapi/record-operations.ts'
import { namedSchema, recordFields } from '../openapi/record-schemas.ts'
import { returns, returnsCreated, returnsRecord } from '../openapi/standard-responses.ts'

const limits = limitChanges.meta({
  id: 'ApprovalLimits',
  description:
    'By currency, one to three ascending amounts in minor units. A total up to the first needs one approver, up to the second two, above three.',
  examples: [{ EUR: [100_000, 1_000_000] }],
})

const day = z.iso.date()

const substitute = z
  .object({
    ...recordFields(),
    approver: z.int(),
    approver_name: z.string(),
    substitute: z.int(),
    substitute_name: z.string(),
    from: day.meta({ description: 'The first day, in UTC.' }),
    to: day.meta({ description: 'The last day, in UTC.' }),
  })
  .meta({ id: 'Substitute' })

const candidates = z
  .object({
    items: z.array(z.object({ id: z.int(), display_name: z.string(), is_approver: z.boolean() })),
  })
  .meta({ id: 'SubstituteCandidates' })

const shared = { access: 'procurement', tag: 'Quotes' } as const

export const approvalPaths = (): Paths =>
  operations(shared, {
    'GET /api/approval-limits': {
      id: 'getApprovalLimits',
      summary: 'Get the totals up to which one, two and three people approve',
      responses: returnsRecord(limits),
    },
    'PUT /api/approval-limits': {
      roles: ['admin'],
      id: 'changeApprovalLimits',
      summary: 'Change the limits of the currencies that the body names',
      description: 'An empty list takes the limits of a currency away: one person approves then.',
      conditional: true,
      body: limits,
      responses: returnsRecord(limits),
    },
    'GET /api/substitutes': {
      id: 'listSubstitutes',
      summary: 'List the substitutes of today and of days to come',
      ...lists(substitute),
    },
    'POST /api/substitutes': {
      roles: SUBSTITUTE_WRITERS,
      id: 'createSubstitute',
      summary: 'Choose who approves in the place of an approver',
      description: `Approvers choose their own, admins those of everybody. On these days the substitute has the role \`approver\`; of a quote that several people must approve, the two count as one. What the approver may not approve, their substitute may not either. ${PROOF_IN_PROCUREMENT}`,
      body: namedSchema(provable(substituteBody), 'NewSubstitute', {
        approver: 3,
        substitute: 5,
        from: '2026-08-01',
        to: '2026-08-14',
      }),
      responses: returnsCreated(substitute),
      errors: [...PROOF_ERRORS],
    },
    'DELETE /api/substitutes/{id}': {
      roles: SUBSTITUTE_WRITERS,
      id: 'removeSubstitute',
      summary: 'End a substitution at once',
      ...removes,
    },
    'GET /api/substitutes/candidates': {
      roles: SUBSTITUTE_WRITERS,
      id: 'listSubstituteCandidates',
      summary: 'List the people of procurement by name, for choosing',
      responses: returns(candidates),
    },
  })
