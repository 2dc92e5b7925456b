import { useSyncExternalStore } from 'react'
import { ConfirmDialog } from '../design/dialog.tsx'
import { useWords } from '../words/words-context.tsx'
import { leave, pendingLeave, stay, subscribeToLeaving } from './leaving.ts'

/** The question of `leaving.ts`. */
export function LeaveDialog() {
  const t = useWords('session')
  const isOpen = useSyncExternalStore(subscribeToLeaving, pendingLeave) !== null
  return (
    <ConfirmDialog
      title={t('leave_title')}
      isOpen={isOpen}
      action={t('leave')}
      cancel={t('stay')}
      isDangerous
      onClose={stay}
      onConfirm={leave}
    >
      {t('leave_text')}
    </ConfirmDialog>
  )
}
