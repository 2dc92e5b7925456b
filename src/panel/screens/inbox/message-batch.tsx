import { useState } from 'react'
import type { Message, MessageMarks } from '../../../client/index.ts'
import { useSession } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { SelectionBar } from '../../app/design/selection-bar.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { STATES } from './message-work.tsx'
import { type Done, useMessageChanges } from './use-message-changes.ts'

type MessageBatchProps = { messages: readonly Message[]; isSpam: boolean; onClear: () => void }

/** The actions on the selected messages. */
export function MessageBatch({ messages, isSpam, onClear }: MessageBatchProps) {
  const t = useWords('inbox')
  const { user } = useSession()
  const { mark, remove, isPending } = useMessageChanges()
  const [isDeleting, setDeleting] = useState(false)
  const ids = messages.map(({ id }) => id)
  const count = ids.length
  const run = async (marks: MessageMarks, done: Done) => {
    if (await mark(ids, marks, done)) onClear()
  }
  function act(id: string) {
    const state = STATES.find((state) => state === id)
    if (state) void run({ state }, `marked_${state}`)
    else if (id === 'delete') setDeleting(true)
    else if (id === 'spam') void run({ spam: !isSpam }, isSpam ? 'marked_no_spam' : 'marked_spam')
    else if (id === 'mine') void run({ assignee_id: user.accountId }, 'assigned')
    else void run({ read: id === 'read' }, id === 'read' ? 'marked_read' : 'marked_unread')
  }
  return (
    <SelectionBar label={t('selected', { count })} clearLabel={t('clear_selection')} onClear={onClear}>
      <Menu
        label={t('actions')}
        onAction={act}
        entries={[
          ...STATES.map((state) => ({ id: state, label: `${t('state')}: ${t(`state_${state}`)}` })),
          { id: 'mine', label: t('assign_to_me'), isApart: true },
          { id: 'read', label: t('mark_read'), isApart: true },
          { id: 'unread', label: t('mark_unread') },
          { id: 'spam', label: t(isSpam ? 'mark_no_spam' : 'mark_spam'), isApart: true },
          { id: 'delete', icon: 'trash', label: t('delete'), isDangerous: true },
        ]}
        trigger={(trigger) => (
          <Button {...trigger} size="small" isPending={isPending}>
            {t('actions')}
          </Button>
        )}
      />
      <ConfirmDialog
        title={t('delete_title_many', { count })}
        isOpen={isDeleting}
        action={t('delete')}
        isDangerous
        isPending={isPending}
        onConfirm={async () => {
          if (await remove(ids)) onClear()
          setDeleting(false)
        }}
        onClose={() => setDeleting(false)}
      >
        <p>{t('delete_text_many')}</p>
      </ConfirmDialog>
    </SelectionBar>
  )
}
