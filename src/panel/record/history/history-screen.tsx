// Earlier states of a record: who changed what and when, the difference to any other state, and the way back.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResourceDescription, Revision } from '../../../client/index.ts'
import { useApi } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { listCrumb, nameOf } from '../../records/record-names.ts'
import { RevisionsView } from './revisions-view.tsx'

type HistoryScreenProps = { resource: ResourceDescription; id: string }

export function HistoryScreen({ resource, id }: HistoryScreenProps) {
  const t = useWords('history')
  const label = useLabel()
  const client = useApi()
  const api = client.admin.resource(resource.name as 'articles')
  const { data: record } = useQuery({
    queryKey: ['record', resource.name, id],
    queryFn: () => recordApiOf(client, resource.name).get(id),
    enabled: !resource.singleton,
  })
  const name = record ? nameOf(record, resource, label) : label(resource.label)
  const crumbs = [...listCrumb(resource, label), { label: name, href: recordHref(resource, id) }]
  return (
    <>
      <PageHeader title={t('history')} crumbs={crumbs} />
      <RevisionsView
        resource={resource}
        source={{
          key: [resource.name, id],
          list: () => recordApiOf(client, resource.name).revisions(id),
          get: (revision, diff) => api.revision(id, revision, { diff }),
        }}
        restoreButton={(revision, newest) => (
          <RestoreButton resource={resource} recordId={id} revision={revision} newest={newest} />
        )}
      />
    </>
  )
}

const recordHref = (resource: ResourceDescription, id: string) =>
  resource.singleton ? `/${resource.name}` : `/${resource.name}/${id}`

type RestoreButtonProps = {
  resource: ResourceDescription
  recordId: string
  revision: Revision
  /** The state that the restored one replaces; a later one makes the service refuse. */
  newest: Revision
}

function RestoreButton({ resource, recordId, revision, newest }: RestoreButtonProps) {
  const t = useWords('history')
  const api = useApi().admin.resource(resource.name as 'articles')
  const queries = useQueryClient()
  const { formatInstant } = useFormat()
  const [isAsking, setAsking] = useState(false)
  const { isPending, attempt } = useAttempt()
  async function restore() {
    await attempt(async () => {
      await api.restore(recordId, revision.id, { version: newest.version })
      showToast(t('restored'))
      for (const key of ['revisions', 'revision', 'record', 'records'])
        await queries.invalidateQueries({ queryKey: [key, resource.name] })
    })
    setAsking(false)
  }
  return (
    <>
      <Button icon="undo" look="primary" onPress={() => setAsking(true)}>
        {t('restore')}
      </Button>
      <ConfirmDialog
        title={t('restore_title')}
        isOpen={isAsking}
        action={t('restore')}
        isPending={isPending}
        onConfirm={() => void restore()}
        onClose={() => setAsking(false)}
      >
        <p>{t('restore_text', { time: formatInstant(revision.created_at, 'long') })}</p>
        <p className="muted">{t(resource.publishable ? 'restore_keeps_article' : 'restore_keeps')}</p>
      </ConfirmDialog>
    </>
  )
}
