import type { Quote, QuoteVerb } from '../../../client/index.ts'
import { Chip, type ChipTone } from '../../app/design/chip.tsx'
import { useWords } from '../../app/words/words-context.tsx'

export type QuoteStatus = Quote['status']

export const STATUSES: readonly QuoteStatus[] = [
  ...(['draft', 'submitted', 'approved', 'rejected', 'ordered'] as const),
  ...(['partially_received', 'received', 'cancelled'] as const),
]

const TONES: Record<QuoteStatus, ChipTone> = {
  draft: 'neutral',
  submitted: 'accent',
  approved: 'good',
  rejected: 'danger',
  ordered: 'warning',
  partially_received: 'warning',
  received: 'good',
  cancelled: 'neutral',
}

/** A return to the supplier names lines, and so has a form of its own, as a delivery has. */
export type QuoteAction = QuoteVerb | 'return-goods'

/** The actions on a quote in each state; the service decides whether this user may. */
export const VERBS: Record<QuoteStatus, readonly QuoteAction[]> = {
  draft: ['submit', 'cancel'],
  submitted: ['approve', 'return', 'reject', 'cancel'],
  approved: ['order', 'cancel'],
  rejected: ['reopen'],
  ordered: ['receive', 'cancel'],
  partially_received: ['receive', 'return-goods', 'close'],
  received: ['return-goods'],
  cancelled: [],
}

export function StateChip({ status }: { status: QuoteStatus }) {
  const words = useWords('procurement')
  return <Chip tone={TONES[status]}>{words(status)}</Chip>
}
