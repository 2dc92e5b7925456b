import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useSearchParams } from 'wouter'
import type { List, ResourceDescription, Revision, RevisionWithState } from '../../../client/index.ts'
import { Chip } from '../../app/design/chip.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Checkbox } from '../../app/design/fields.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { FieldChange } from './field-change.tsx'
import { foldAutosaves } from './fold-autosaves.ts'

type RevisionsViewProps = {
  resource: ResourceDescription
  source: HistorySource
  /** The way back to a revision that is not the newest one. */
  restoreButton?: (revision: Revision, newest: Revision) => ReactNode
}

/** The chosen revision and the state to compare it with stand in the address. */
export function RevisionsView({ resource, source, restoreButton }: RevisionsViewProps) {
  const t = useWords('history')
  const [search, setSearch] = useSearchParams()
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['revisions', ...source.key],
    queryFn: source.list,
  })
  const revisions = data?.items ?? []
  const chosen = revisions.find((revision) => String(revision.id) === search.get('revision')) ?? revisions[0]
  const { shown, folded } = foldAutosaves(revisions, chosen?.id ?? null)
  useReady(!isPending && !chosen)

  const change = (name: string, value: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.set(name, value)
        return next
      },
      { replace: true },
    )

  return (
    <>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data && revisions.length === 0 && (
        <EmptyState icon="history" title={t('empty')}>
          {t('empty_text')}
        </EmptyState>
      )}
      {chosen && (
        <div className="history">
          <div className="revision-column">
            {(folded > 0 || showsAll) && (
              <Checkbox isSelected={showsAll} onChange={setShowsAll}>
                {t('show_autosaves', { count: folded })}
              </Checkbox>
            )}
            <RevisionList
              resource={resource}
              revisions={showsAll ? revisions : shown}
              newest={revisions[0]!.id}
              first={revisions.at(-1)!.id}
              chosen={chosen.id}
              onChoose={(revision) => change('revision', String(revision))}
            />
          </div>
          <RevisionDetails
            key={chosen.id}
            resource={resource}
            source={source}
            revision={chosen}
            revisions={revisions}
            comparedWith={search.get('with') ?? 'previous'}
            onCompare={(value) => change('with', value)}
            restoreButton={restoreButton?.(chosen, revisions[0]!)}
          />
        </div>
      )}
    </>
  )
}

type RevisionListProps = {
  resource: ResourceDescription
  /** Newest first. */
  revisions: readonly Revision[]
  /** Ids of the last and the first revision of the record, which may be left out here. */
  newest: number
  first: number
  chosen: number
  onChoose: (revision: number) => void
}

const MAX_FIELDS = 4

function RevisionList({ resource, revisions, newest, first, chosen, onChoose }: RevisionListProps) {
  const t = useWords('history')
  const fieldNames = useFieldNames(resource)
  const actorName = useActorName()
  const { formatInstant, formatRelative } = useFormat()
  return (
    <ListBox
      className="card revision-list"
      aria-label={t('history')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onChoose(Number(key))
      }}
    >
      {revisions.map(({ id, created_at, actor, actor_id, autosave, fields }) => (
        <ListBoxItem
          key={id}
          id={id}
          className="revision"
          textValue={`${formatInstant(created_at)} ${actorName({ actor, actor_id })}`}
        >
          <span className="revision-head">
            <time dateTime={created_at} title={formatInstant(created_at, 'long')}>
              {formatInstant(created_at)}
            </time>
            {id === newest && <Chip tone="accent">{t('current')}</Chip>}
            {autosave && <Chip>{t('autosave')}</Chip>}
          </span>
          <span className="revision-actor">
            <bdi>{actorName({ actor, actor_id })}</bdi> · {formatRelative(created_at)}
          </span>
          <span className="revision-fields">
            {fields.length === 0
              ? t('restored')
              : id === first && fields.length > MAX_FIELDS
                ? t('all_fields')
                : fieldNames(fields, MAX_FIELDS)}
          </span>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

/** The labels of fields, the English twins marked; beyond `max` the number of the others. */
function useFieldNames(resource: ResourceDescription) {
  const t = useWords('history')
  const labelOf = useFieldLabel()
  return (names: readonly string[], max: number): string => {
    const known = resource.fields.filter(({ name }) => names.includes(name))
    const labels = known.map(labelOf)
    const more = labels.length - max
    const shown = labels.slice(0, max).join(t('comma'))
    return more > 0 ? t('and_more', { fields: shown, count: more }) : shown
  }
}

/** The source of a history: the record, or its entry in the trash. */
type HistorySource = {
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

function RevisionDetails(props: RevisionDetailsProps) {
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
  // The changes are in the order of the form.
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
