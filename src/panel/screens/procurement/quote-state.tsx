import type { Quote, QuoteVerb } from '../../../client/index.ts'
import { Chip, type ChipTone } from '../../app/design/chip.tsx'
import { useWords } from '../../app/words/words-context.tsx'

export type QuoteStatus = Quote['status']

export const STATUSES: readonly QuoteStatus[] = [
  ...(['draft', 'submitted', 'approved', 'rejected', 'ordered', 'received', 'cancelled'] as const),
]

const TONES: Record<QuoteStatus, ChipTone> = {
  draft: 'neutral',
  submitted: 'accent',
  approved: 'good',
  rejected: 'danger',
  ordered: 'warning',
  received: 'good',
  cancelled: 'neutral',
}

/** The actions on a quote in each state; the service decides whether this user may. */
export const VERBS: Record<QuoteStatus, readonly QuoteVerb[]> = {
  draft: ['submit', 'cancel'],
  submitted: ['approve', 'reject', 'cancel'],
  approved: ['order', 'cancel'],
  rejected: [],
  ordered: ['receive'],
  received: [],
  cancelled: [],
}

export function StateChip({ status }: { status: QuoteStatus }) {
  const words = useWords('procurement')
  return <Chip tone={TONES[status]}>{words(status)}</Chip>
}
