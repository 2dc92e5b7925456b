import { lazy, type ReactNode, Suspense } from 'react'
import { Waiting } from '../design/spinner.tsx'
import { useMediaQuery } from '../design/use-media-query.ts'
import type { PublishingCardProps } from './publishing-card.tsx'

const PublishingCard = lazy(() =>
  import('./publishing-card.tsx').then(({ PublishingCard }) => ({ default: PublishingCard })),
)

/** Whether the form has its second column, where the card is always in sight; `forms.css` has the same limit. */
export const useIsBeside = () => useMediaQuery('(min-width: 1280px)')

/** The card with its checklist comes after the form itself. */
export const PublishingSlot = (props: PublishingCardProps): ReactNode => (
  <Suspense fallback={<Waiting />}>
    <PublishingCard {...props} />
  </Suspense>
)
