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
  'received',
  'cancelled',
] as const
export type Status = (typeof STATUSES)[number]

export const VERBS = ['submit', 'approve', 'reject', 'order', 'receive', 'cancel'] as const
export type Verb = (typeof VERBS)[number]

export type Transition = {
  from: Status
  verb: Verb
  to: Status
  /** The roles that may do it, besides `admin`. */
  allowed: readonly (Role | 'owner')[]
  /** Separation of duties: never anyone who created, edited or submitted the quote, not even an admin. */
  excludesContributors?: true
}

export const TRANSITIONS: readonly Transition[] = [
  { from: 'draft', verb: 'submit', to: 'submitted', allowed: ['owner'] },
  { from: 'submitted', verb: 'approve', to: 'approved', allowed: ['approver'], excludesContributors: true },
  { from: 'submitted', verb: 'reject', to: 'rejected', allowed: ['approver'] },
  { from: 'approved', verb: 'order', to: 'ordered', allowed: ['buyer'] },
  { from: 'ordered', verb: 'receive', to: 'received', allowed: ['storekeeper'] },
  { from: 'draft', verb: 'cancel', to: 'cancelled', allowed: ['owner'] },
  { from: 'submitted', verb: 'cancel', to: 'cancelled', allowed: ['owner'] },
  { from: 'approved', verb: 'cancel', to: 'cancelled', allowed: ['owner', 'buyer'] },
]

type QuoteState = {
  status: Status
  requester_id: number
  /** Ids of everyone who created, edited or submitted the quote. */
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
    const required = candidates.map(({ from }) => from).join(' or ')
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
  return (
    person.roles.has('admin') || allowed.some((role) => (role === 'owner' ? isOwner : person.roles.has(role)))
  )
}

function refusal(transitions: readonly Transition[], person: Person, { contributors }: QuoteState) {
  return transitions.some(({ excludesContributors }) => excludesContributors) && contributors.has(person.id)
    ? new AppError('forbidden', 'You cannot approve a quote that you created, edited or submitted.')
    : forbidden()
}

const READERS_OF_ALL_QUOTES: readonly Role[] = ['buyer', 'approver', 'storekeeper', 'auditor', 'admin']

export const canReadAllQuotes = (person: Person) => hasRole(person, READERS_OF_ALL_QUOTES)

export const canReadQuote = (person: Person, { requester_id }: Pick<QuoteState, 'requester_id'>) =>
  canReadAllQuotes(person) || requester_id === person.id
