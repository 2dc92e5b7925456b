// The life of a quote as one table: which verb leads from where to where, and who may.
import { forbidden } from '../../auth/permissions.ts'
import { AppError } from '../../errors.ts'
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
  /** Who may, besides an `admin`. */
  may: readonly (Role | 'owner')[]
  /** Nobody may with a quote of their own, admins neither. */
  notOwn?: true
}

export const TRANSITIONS: readonly Transition[] = [
  { from: 'draft', verb: 'submit', to: 'submitted', may: ['owner'] },
  { from: 'submitted', verb: 'approve', to: 'approved', may: ['approver'], notOwn: true },
  { from: 'submitted', verb: 'reject', to: 'rejected', may: ['approver'] },
  { from: 'approved', verb: 'order', to: 'ordered', may: ['buyer'] },
  { from: 'ordered', verb: 'receive', to: 'received', may: ['storekeeper'] },
  { from: 'draft', verb: 'cancel', to: 'cancelled', may: ['owner'] },
  { from: 'submitted', verb: 'cancel', to: 'cancelled', may: ['owner'] },
  { from: 'approved', verb: 'cancel', to: 'cancelled', may: ['owner', 'buyer'] },
]

type Standing = { status: Status; requester_id: number }

/**
 * Throws 403 unless the person may do this with the quote in one state at least; so whoever may never do it learns
 * nothing of the state.
 */
export function assertMayEver(person: Person, verb: Verb, quote: Standing) {
  const mine = TRANSITIONS.filter((row) => row.verb === verb)
  if (!mine.some((row) => mayMake(row, person, quote))) throw refusal(mine, person, quote)
}

/** The transition that the verb means now. Throws 409 when there is none from here, 403 when it is not this person's. */
export function transitionOf(person: Person, verb: Verb, quote: Standing): Transition {
  const mine = TRANSITIONS.filter((row) => row.verb === verb)
  const row = mine.find(({ from }) => from === quote.status)
  if (!row) {
    const message = `is ${quote.status}; to ${verb} it, it must be ${mine.map(({ from }) => from).join(' or ')}`
    throw new AppError('conflict', `The quote ${message}.`, {
      errors: [{ path: 'status', code: 'impossible_transition', message }],
    })
  }
  if (!mayMake(row, person, quote)) throw refusal([row], person, quote)
  return row
}

function mayMake({ may, notOwn }: Transition, person: Person, quote: Standing) {
  const isOwner = quote.requester_id === person.id
  if (notOwn && isOwner) return false
  return may.some((who) => (who === 'owner' ? isOwner : person.roles.has(who))) || person.roles.has('admin')
}

function refusal(rows: readonly Transition[], person: Person, { requester_id }: Standing) {
  const isOwn = rows.some(({ notOwn }) => notOwn) && requester_id === person.id
  return isOwn ? new AppError('forbidden', 'Nobody approves a quote of their own.') : forbidden()
}

const READERS: readonly Role[] = ['buyer', 'approver', 'storekeeper', 'auditor', 'admin']

/** Whether the person sees quotes of others too. */
export const seesAll = (person: Person) => hasRole(person, READERS)

export const isVisible = (person: Person, { requester_id }: Pick<Standing, 'requester_id'>) =>
  seesAll(person) || requester_id === person.id
