import { laterPart } from '../../app/design/lazy-part.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useMediaQuery } from '../../app/design/use-media-query.ts'
import type { PublishingCardProps } from './publishing-card.tsx'

/** The card with its checklist comes after the form itself. */
export const PublishingSlot = laterPart<PublishingCardProps>(
  () => import('./publishing-card.tsx').then(({ PublishingCard }) => PublishingCard),
  <Waiting />,
)

/** Whether the form has its second column, where the card is always in sight; `forms.css` has the same limit. */
export const useIsBeside = () => useMediaQuery('(min-width: 1280px)')
