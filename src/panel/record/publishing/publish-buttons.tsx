import { Button } from '../../app/design/button.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { useReview, useReviewSteps } from '../discussion/review-steps.tsx'
import { showChecklist, usePublishSteps } from './use-publish-steps.ts'
import type { Publishing } from './use-publishing.ts'

/** The next steps: publish, schedule for the chosen date, unpublish, or the review of a draft. */
export function PublishButtons({ publishing }: { publishing: Publishing }) {
  const t = useWords('publishing')
  const discussion = useWords('discussion')
  const { publication, isForLater, isAllowed, isDraft, isSaving } = publishing
  const found = useReview()
  const steps = useReviewSteps(publishing.save)
  const publish = usePublishSteps(publishing)
  const review = publication === 'draft' && !isDraft ? found : null
  const mustAsk = review?.needsApproval === true
  const look = (isNext: boolean) => (publication === 'draft' && isNext ? 'primary' : 'secondary')
  return (
    <>
      {isAllowed && publication !== 'draft' && (
        <Button isPending={isSaving} onPress={() => void publish.unpublish()}>
          {t('unpublish')}
        </Button>
      )}
      {review?.answers.map((name) => (
        <Button key={name} look={look(mustAsk && name === 'approve')} onPress={() => void steps.begin(name)}>
          {discussion(`action_${name}`)}
        </Button>
      ))}
      {mustAsk && !review.isOpen && review.review?.state !== 'approved' && (
        <Button look="primary" isPending={isSaving} onPress={() => void steps.begin('request')}>
          {discussion('action_request')}
        </Button>
      )}
      {isAllowed && !isDraft && publication !== 'published' && !mustAsk && (
        <Button look={look(!isForLater)} isPending={isSaving} onPress={() => void publish.publish()}>
          {t('publish')}
        </Button>
      )}
      {isAllowed && !isDraft && publication === 'draft' && isForLater && !mustAsk && (
        <Button look="primary" isPending={isSaving} onPress={() => void publish.schedule()}>
          {t('schedule')}
        </Button>
      )}
      {steps.dialog}
    </>
  )
}

/** Says how much of the checklist is open, beside the buttons where the card is out of sight. */
export function OpenPointsButton({ publishing }: { publishing: Publishing }) {
  const t = useWords('publishing')
  const { open, publication, isAllowed } = publishing
  if (!isAllowed || open.length === 0 || publication === 'published') return null
  return (
    <Button look="quiet" icon="list" onPress={showChecklist}>
      {t('open_points', { count: open.length })}
    </Button>
  )
}
