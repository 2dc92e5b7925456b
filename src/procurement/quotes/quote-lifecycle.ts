// The lifecycle of a quote as one table: the transition of each verb, and the roles allowed to make it.
import { forbidden } from '../../accounts/permissions.ts'
import { AppError } from '../../text/errors.ts'
import { hasRole, type Person, type Role } from '../people/person.ts'

export const STATUSES = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'ordered',
  'partially_received',
  'received',
  'cancelled',
] as const
export type Status = (typeof STATUSES)[number]

export const VERBS = [
  'submit',
  'approve',
  'return',
  'reject',
  'reopen',
  'order',
  'receive',
  'return-goods',
  'close',
  'cancel',
] as const
export type Verb = (typeof VERBS)[number]

/** Verbs that move goods, whose bodies name lines. */
export const GOODS_VERBS = ['receive', 'return-goods'] as const satisfies Verb[]
/** Verbs whose body only says why. */
export const PLAIN_VERBS = VERBS.filter(
  (verb): verb is Exclude<Verb, (typeof GOODS_VERBS)[number]> => !GOODS_VERBS.some((other) => other === verb),
)

export type Transition = {
  from: Status
  verb: Verb
  to: Status
  /** The event in the history, if it is not named after the new status. */
  event?: string
  /** The roles that may do it, besides `admin`. */
  allowed: readonly (Role | 'owner')[]
  /** Separation of duties: never anyone who created, edited, submitted or awarded the quote, not even an admin. */
  excludesContributors?: true
  /** The field of the body that must say why. */
  needs?: 'note' | 'reason'
}

const BY_BUYER = { allowed: ['buyer'], needs: 'reason' } as const
const BY_STOREKEEPER = { allowed: ['storekeeper'], event: 'goods_returned', needs: 'reason' } as const

export const TRANSITIONS: readonly Transition[] = [
  { from: 'draft', verb: 'submit', to: 'submitted', allowed: ['owner'] },
  { from: 'submitted', verb: 'approve', to: 'approved', allowed: ['approver'], excludesContributors: true },
  {
    from: 'submitted',
    verb: 'return',
    to: 'draft',
    event: 'returned',
    allowed: ['approver'],
    needs: 'note',
  },
  { from: 'submitted', verb: 'reject', to: 'rejected', allowed: ['approver'], excludesContributors: true },
  { from: 'rejected', verb: 'reopen', to: 'draft', event: 'reopened', allowed: ['owner'] },
  { from: 'approved', verb: 'order', to: 'ordered', allowed: ['buyer'] },
  // While some of it is open the status is `partially_received`.
  { from: 'ordered', verb: 'receive', to: 'received', allowed: ['storekeeper'] },
  { from: 'partially_received', verb: 'receive', to: 'received', allowed: ['storekeeper'] },
  { from: 'partially_received', verb: 'return-goods', to: 'partially_received', ...BY_STOREKEEPER },
  { from: 'received', verb: 'return-goods', to: 'partially_received', ...BY_STOREKEEPER },
  // Takes what is open from the order.
  { from: 'partially_received', verb: 'close', to: 'received', ...BY_BUYER },
  { from: 'draft', verb: 'cancel', to: 'cancelled', allowed: ['owner'] },
  { from: 'submitted', verb: 'cancel', to: 'cancelled', allowed: ['owner'] },
  { from: 'approved', verb: 'cancel', to: 'cancelled', allowed: ['owner', 'buyer'] },
  { from: 'ordered', verb: 'cancel', to: 'cancelled', ...BY_BUYER },
  { from: 'partially_received', verb: 'cancel', to: 'received', ...BY_BUYER },
]

type QuoteState = {
  status: Status
  requester_id: number
  /** Ids of everyone who created, edited, submitted or awarded the quote. */
  contributors: ReadonlySet<number>
}

/**
 * Throws 403 when the person may not use the verb on this quote in any status. Checked before the status, so that a
 * 409 does not reveal the status to people without the right.
 */
export function assertVerbAllowed(person: Person, verb: Verb, quote: QuoteState) {
  const candidates = TRANSITIONS.filter((transition) => transition.verb === verb)
  if (!candidates.some((transition) => canMake(transition, person, quote))) {
    throw refusal(candidates, person, quote)
  }
}

/** The transition of the verb from the current status. Throws 409 when there is none, 403 when it is not allowed. */
export function findTransition(person: Person, verb: Verb, quote: QuoteState): Transition {
  const candidates = TRANSITIONS.filter((transition) => transition.verb === verb)
  const transition = candidates.find(({ from }) => from === quote.status)
  if (!transition) {
    const required = new Intl.ListFormat('en', { type: 'disjunction' }).format(
      candidates.map(({ from }) => from),
    )
    const message = `is ${quote.status}; ${verb} requires the status ${required}`
    throw new AppError('conflict', `The quote ${message}.`, {
      errors: [{ path: 'status', code: 'impossible_transition', message }],
    })
  }
  if (!canMake(transition, person, quote)) throw refusal([transition], person, quote)
  return transition
}

function canMake({ allowed, excludesContributors }: Transition, person: Person, quote: QuoteState) {
  const isOwner = quote.requester_id === person.id
  if (excludesContributors && quote.contributors.has(person.id)) return false
  // Nor may their substitute.
  if (excludesContributors && person.standsFor.length > 0)
    return person.standsFor.some((approver) => !quote.contributors.has(approver))
  return (
    person.roles.has('admin') || allowed.some((role) => (role === 'owner' ? isOwner : person.roles.has(role)))
  )
}

function refusal(transitions: readonly Transition[], person: Person, { contributors }: QuoteState) {
  if (!transitions.some(({ excludesContributors }) => excludesContributors)) return forbidden()
  if (contributors.has(person.id))
    return new AppError(
      'forbidden',
      'You cannot approve or reject a quote that you created, edited, submitted or awarded.',
    )
  if (person.standsFor.length === 0) return forbidden()
  const whose = 'whose approver, for whom you stand in, created, edited, submitted or awarded it'
  return new AppError('forbidden', `You cannot approve or reject a quote ${whose}.`)
}

const READERS_OF_ALL_QUOTES: readonly Role[] = ['buyer', 'approver', 'storekeeper', 'auditor', 'admin']

export const canReadAllQuotes = (person: Person) => hasRole(person, READERS_OF_ALL_QUOTES)

export const canReadQuote = (person: Person, { requester_id }: Pick<QuoteState, 'requester_id'>) =>
  canReadAllQuotes(person) || requester_id === person.id
