import type { Review } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import type { ReviewAction } from '../../app/api/discussion-api.ts'
import { isEditor } from '../../app/api/session.ts'
import { Button } from '../../app/design/button.tsx'
import { Chip, type ChipTone } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useReview, useReviewSteps } from './review-steps.tsx'

const TONES: Record<Review['state'], ChipTone> = {
  requested: 'accent',
  returned: 'warning',
  approved: 'good',
  unwanted: 'danger',
}

const SAVED = async () => true

/** The review of a draft, with the steps that do not stand at the buttons that publish. */
export function ReviewPart() {
  const t = useWords('discussion')
  const { user } = useSession()
  const { formatRelative } = useFormat()
  const found = useReview()
  const steps = useReviewSteps(SAVED)
  if (!found?.etag) return null
  const { review } = found
  // The note of the person named above.
  const note = review?.decided_by ? review.decision_note : review?.request_note
  return (
    <div className="review">
      {review && (
        <div>
          <p className="comment-head">
            <Chip tone={TONES[review.state]}>{t(`state_${review.state}`)}</Chip>
            <span className="muted small">
              <bdi>{review.decided_by ?? review.requested_by}</bdi>
              {' · '}
              {formatRelative(review.decided_at ?? review.requested_at)}
            </span>
          </p>
          {note && (
            <p className="comment-body" dir="auto">
              {note}
            </p>
          )}
          {review.changed && <p className="muted small">{t('changed_since')}</p>}
        </div>
      )}
      <div className="comment-actions">
        {stepsOf(found, isEditor(user)).map((name) => (
          <Button key={name} size="small" onPress={() => void steps.begin(name)}>
            {t(`action_${name}`)}
          </Button>
        ))}
      </div>
      {steps.dialog}
    </div>
  )
}

type Found = NonNullable<ReturnType<typeof useReview>>

function stepsOf({ review, isOpen, isMine, needsApproval }: Found, mayPublish: boolean): ReviewAction[] {
  return [
    ...(isOpen || review?.state === 'approved' || needsApproval ? [] : (['request'] as const)),
    ...(review && isMine && review.state !== 'approved' && review.state !== 'returned'
      ? (['withdraw'] as const)
      : []),
    ...(mayPublish || review?.state === 'unwanted' ? [] : (['unwanted'] as const)),
  ]
}
