import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResourceDescription, Revision } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { Button } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'

type RestoreButtonProps = {
  resource: ResourceDescription
  recordId: string
  revision: Revision
  /** The state that the restored one replaces; a later one makes the service refuse. */
  newest: Revision
}

export function RestoreButton({ resource, recordId, revision, newest }: RestoreButtonProps) {
  const t = useWords('history')
  const api = useApi().admin.resource(resource.name as 'articles')
  const queries = useQueryClient()
  const describe = useProblemMessage()
  const { formatInstant } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const restore = useMutation({
    mutationFn: () => api.restore(recordId, revision.id, { version: newest.version }),
    async onSuccess() {
      showToast(t('restored'))
      for (const key of ['revisions', 'revision', 'record', 'records'])
        await queries.invalidateQueries({ queryKey: [key, resource.name] })
    },
    onError: (error) => showToast(describe(error).message, { tone: 'danger' }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button icon="undo" look="primary" onPress={() => setAsking(true)}>
        {t('restore')}
      </Button>
      <ConfirmDialog
        title={t('restore_title')}
        isOpen={isAsking}
        action={t('restore')}
        isPending={restore.isPending}
        onConfirm={() => restore.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{t('restore_text', { time: formatInstant(revision.created_at, 'long') })}</p>
        <p className="muted">{t(resource.publishable ? 'restore_keeps_article' : 'restore_keeps')}</p>
      </ConfirmDialog>
    </>
  )
}
