import { useQuery } from '@tanstack/react-query'
import type { ResourceDescription, ResourceName } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { PageHeader } from '../design/page-header.tsx'
import { ProblemNotice } from '../design/problem-notice.tsx'
import { useReady } from '../design/use-ready.ts'
import { useLabel } from '../words/words-context.tsx'

export function RecordFormScreen({ resource, id }: { resource: ResourceDescription; id: string }) {
  const api = useApi()
  const label = useLabel()
  const { data, error, isPending } = useQuery({
    queryKey: ['record', resource.name, id],
    queryFn: () => api.admin.resource(resource.name as ResourceName).get(id),
    enabled: id !== 'new',
  })
  useReady(!isPending || id === 'new')
  const values = data as Record<string, unknown> | undefined
  return (
    <>
      <PageHeader
        title={label(resource.label)}
        crumbs={
          resource.singleton ? [] : [{ label: label(resource.label_plural), href: `/${resource.name}` }]
        }
      />
      {error && <ProblemNotice error={error} />}
      <dl className="stack">
        {resource.fields.map(({ name, label: text }) => (
          <div key={name}>
            <dt className="muted small">{label(text)}</dt>
            <dd>{String(values?.[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
