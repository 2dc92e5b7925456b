// The work on a message: the state of the answer, the colleague who sees to it, and a note.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { Select } from '../../app/design/select.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useMessageChanges } from './use-message-changes.ts'

export const STATES = ['new', 'in_progress', 'answered'] as const

const NOBODY = '0'
const MAX_NOTE_LENGTH = 2_000

/** The accounts that messages can be assigned to. */
export function useAssignees() {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['message-assignees'],
    queryFn: () => api.admin.messages.assignees(),
    staleTime: 60_000,
  })
  return data?.items ?? []
}

export function MessageWork({ message }: { message: Message }) {
  const t = useWords('inbox')
  const { formatInstant } = useFormat()
  const { mark } = useMessageChanges()
  const { id, state, state_by, state_at, assignee_id, assignee } = message
  const accounts = useAssignees()
  // An account that was disabled since is still shown.
  const isGone = assignee_id !== null && !accounts.some((account) => account.id === assignee_id)
  const assignees = [
    { id: NOBODY, label: t('nobody') },
    ...(isGone ? [{ id: String(assignee_id), label: assignee ?? '' }] : []),
    ...accounts.map((account) => ({ id: String(account.id), label: account.name })),
  ]
  return (
    <section className="inbox-work" aria-label={t('work')}>
      <Select
        label={t('state')}
        options={STATES.map((option) => ({ id: option, label: t(`state_${option}`) }))}
        value={state}
        onChange={(next) => void mark([id], { state: next }, `marked_${next}`)}
        description={
          state_at &&
          t('state_since', { name: state_by ?? t('deleted_account'), time: formatInstant(state_at) })
        }
      />
      <Select
        label={t('assignee')}
        options={assignees}
        value={String(assignee_id ?? NOBODY)}
        onChange={(next) => void mark([id], { assignee_id: Number(next) || null }, 'assigned')}
      />
      <Note key={message.note} message={message} />
    </section>
  )
}

function Note({ message: { id, note } }: { message: Message }) {
  const t = useWords('inbox')
  const { mark, isPending } = useMessageChanges()
  const [text, setText] = useState(note ?? '')
  const isChanged = text.trim() !== (note ?? '')
  return (
    <div className="inbox-note">
      <TextField
        label={t('note')}
        description={t('note_help')}
        rows={2}
        dir="auto"
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={setText}
      />
      {isChanged && (
        <Button
          size="small"
          isPending={isPending}
          onPress={() => void mark([id], { note: text.trim() || null }, 'note_saved')}
        >
          {t('save')}
        </Button>
      )}
    </div>
  )
}
