import type { Account } from '../../../client/index.ts'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { useChangeUser } from './use-change-user.ts'

type RemoveUserDialogProps = { account: Account; action: 'disable' | 'remove'; onClose: () => void }

/** Asks before an account is disabled or deleted. The last active admin can be neither. */
export function RemoveUserDialog({ account, action, onClose }: RemoveUserDialogProps) {
  const t = useWords('people')
  const { change, remove, isPending, problem } = useChangeUser({ showsProblem: true })
  const { name } = account

  async function confirm() {
    const isDone = await (action === 'remove'
      ? remove(account)
      : change(account, { disabled: true }, 'disabled_done'))
    if (isDone) onClose()
  }

  return (
    <ConfirmDialog
      title={t(action === 'remove' ? 'remove_title' : 'disable_title', { name })}
      isOpen
      action={t(action === 'remove' ? 'delete' : 'disable')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{t(action === 'remove' ? 'remove_text' : 'disable_text')}</p>
      {problem && (
        <div className="notice notice-danger" role="alert">
          <Icon name="warning" />
          <p className="notice-text">{problem.message}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
