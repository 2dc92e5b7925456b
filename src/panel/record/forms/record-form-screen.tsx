import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { ResourceDescription } from '../../../client/index.ts'
import { useReadForForm } from '../../app/api/record-api.ts'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useReady } from '../../app/design/use-ready.ts'
import { NotFoundScreen } from '../../app/shell/not-found-screen.tsx'
import { useLabel } from '../../app/words/words-context.tsx'
import { listCrumb } from '../../records/record-names.ts'
import { RecordForm } from './record-form.tsx'

type RecordFormScreenProps = { resource: ResourceDescription; id: string }

/** The form of a record, of a new one, or of a singleton (`id` 1). */
export function RecordFormScreen({ resource, id }: RecordFormScreenProps) {
  const [form, setForm] = useState({ key: id, id })
  // Records that this form has created: the form moves to their address with what is typed in it.
  const [created] = useState(() => new Set<string>())
  if (form.id !== id) setForm({ key: created.has(id) ? form.key : id, id })
  if (id === 'new' && !resource.actions.includes('create')) return <NotFoundScreen />
  return (
    <LoadedForm
      key={form.key}
      resource={resource}
      id={form.id}
      onStored={(stored) => void created.add(stored)}
    />
  )
}

type LoadedFormProps = RecordFormScreenProps & { onStored: (id: string) => void }

function LoadedForm({ resource, id, onStored }: LoadedFormProps) {
  const label = useLabel()
  const read = useReadForForm(resource.name)
  const [isNew] = useState(id === 'new')
  const { data, error, refetch } = useQuery({
    queryKey: ['record', resource.name, id, 'form'],
    queryFn: () => read(id),
    enabled: id !== 'new',
    // Others may be working on it.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const isWaiting = !data && !isNew
  useReady(isWaiting && Boolean(error))
  if (!isWaiting)
    return (
      <RecordForm
        resource={resource}
        record={isNew ? null : data!}
        latest={data ?? null}
        onStored={onStored}
      />
    )
  if (!error) return <Waiting />
  if (error instanceof ApiProblem && (error.status === 403 || error.status === 404)) return <NotFoundScreen />
  return (
    <>
      <PageHeader title={label(resource.label)} crumbs={listCrumb(resource, label)} />
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    </>
  )
}
