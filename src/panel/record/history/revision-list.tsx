import { ListBox, ListBoxItem } from 'react-aria-components'
import type { ResourceDescription, Revision } from '../../../client/index.ts'
import { Chip } from '../../app/design/chip.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useFieldLabel } from '../../records/use-field-label.ts'

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

export function RevisionList({ resource, revisions, newest, first, chosen, onChoose }: RevisionListProps) {
  const t = useWords('history')
  const fieldNames = useFieldNames(resource)
  const actorName = useActorName()
  const { formatInstant, formatRelative } = useFormat()
  return (
    <ListBox
      className="card revision-list"
      aria-label={t('title')}
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
            {id === first && fields.length > MAX_FIELDS ? t('all_fields') : fieldNames(fields, MAX_FIELDS)}
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
