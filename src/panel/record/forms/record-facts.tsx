import { useQuery } from '@tanstack/react-query'
import type { ResourceDescription } from '../../../client/index.ts'
import { type AnyRecord, useRecordApi } from '../../app/api/record-api.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useWords } from '../../app/words/words-context.tsx'

type RecordFactsProps = { resource: ResourceDescription; record: AnyRecord }

/** When the record was made and last changed, and by whom. */
export function RecordFacts({ resource, record }: RecordFactsProps) {
  const t = useWords('forms')
  const { formatInstant, formatNumber } = useFormat()
  const records = useRecordApi(resource.name)
  const id = String(record.id)
  const paging = { page: 1, per_page: 1 }
  const actorName = useActorName()
  const { data } = useQuery({
    queryKey: ['revisions', resource.name, id, paging],
    queryFn: () => records.revisions(id, paging),
    enabled: resource.actions.includes('revise'),
  })
  const last = data?.items[0]
  const timeOf = (value: unknown) => (typeof value === 'string' ? formatInstant(value) : null)
  const facts: [string, string | null | undefined][] = [
    [t('created_at'), timeOf(record.created_at)],
    [t('changed'), timeOf(record.updated_at)],
    [t('changed_by'), last && actorName(last)],
    [t('version'), formatNumber(record.version)],
  ]
  return (
    <dl className="record-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
