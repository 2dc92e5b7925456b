import { Button } from '../../app/design/button.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { Publishing } from './use-publishing.ts'

/** The next steps: publish, schedule for the chosen date, or unpublish. */
export function PublishButtons({ publishing }: { publishing: Publishing }) {
  const t = useWords('publishing')
  const { publication, isForLater, isAllowed, isSaving } = publishing
  if (!isAllowed) return null
  return (
    <>
      {publication !== 'draft' && (
        <Button isPending={isSaving} onPress={() => void publishing.unpublish()}>
          {t('unpublish')}
        </Button>
      )}
      {publication !== 'published' && (
        <Button
          look={publication === 'draft' && !isForLater ? 'primary' : 'secondary'}
          isPending={isSaving}
          onPress={() => void publishing.publish()}
        >
          {t('publish')}
        </Button>
      )}
      {publication === 'draft' && isForLater && (
        <Button look="primary" isPending={isSaving} onPress={() => void publishing.schedule()}>
          {t('schedule')}
        </Button>
      )}
    </>
  )
}

/** Says how much of the checklist is open, beside the buttons where the card is out of sight. */
export function OpenPointsButton({ publishing }: { publishing: Publishing }) {
  const t = useWords('publishing')
  const { open, publication, isAllowed } = publishing
  if (!isAllowed || open.length === 0 || publication === 'published') return null
  return (
    <Button look="quiet" icon="list" onPress={publishing.showChecklist}>
      {t('open_points', { count: open.length })}
    </Button>
  )
}
