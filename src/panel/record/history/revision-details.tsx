import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { List, ResourceDescription, Revision, RevisionWithState } from '../../../client/index.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { FieldChange } from './field-change.tsx'

/** The source of a history: the record, or its entry in the trash. */
export type HistorySource = {
  /** The key of the queries. */
  key: readonly [resource: string, id: string]
  list: () => Promise<List<Revision>>
  get: (revision: number, diff: 'previous' | 'current' | number) => Promise<RevisionWithState>
}

type RevisionDetailsProps = {
  resource: ResourceDescription
  source: HistorySource
  revision: Revision
  revisions: readonly Revision[]
  /** `previous`, `current` or the id of a revision. */
  comparedWith: string
  onCompare: (value: string) => void
  restoreButton: ReactNode
}

export function RevisionDetails(props: RevisionDetailsProps) {
  const { resource, source, revision, revisions, comparedWith, onCompare, restoreButton } = props
  const t = useWords('history')
  const labelOf = useFieldLabel()
  const actorName = useActorName()
  const { formatInstant } = useFormat()
  const others = revisions.filter(({ id }) => id !== revision.id)
  const isKnown =
    ['previous', 'current'].includes(comparedWith) || others.some(({ id }) => String(id) === comparedWith)
  const diff = isKnown ? comparedWith : 'previous'
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['revision', ...source.key, revision.id, diff],
    queryFn: () => source.get(revision.id, diff === 'previous' || diff === 'current' ? diff : Number(diff)),
  })
  useReady(!isPending)
  const isNewest = revisions[0]!.id === revision.id
  // In the order of the form.
  const changes = resource.fields.flatMap((field) => {
    const change = data?.changes?.find((one) => one.field === field.name)
    return change ? [{ ...change, field }] : []
  })
  return (
    <section className="card revision-details" aria-label={formatInstant(revision.created_at)}>
      <header className="revision-bar">
        <Select
          label={t('compare_with')}
          value={diff}
          onChange={onCompare}
          options={[
            { id: 'previous', label: t('state_before') },
            ...(isNewest ? [] : [{ id: 'current', label: t('state_now') }]),
            ...others.map(({ id, created_at, actor, actor_id }) => ({
              id: String(id),
              label: formatInstant(created_at),
              detail: actorName({ actor, actor_id }),
            })),
          ]}
        />
        {!isNewest && restoreButton}
      </header>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && changes.length === 0 && <p className="muted">{t('no_difference')}</p>}
      {changes.map(({ field, before, after }) => (
        <article key={field.name} className="change">
          <h2 className="change-field">{labelOf(field)}</h2>
          <FieldChange field={field} before={before} after={after} />
        </article>
      ))}
    </section>
  )
}
