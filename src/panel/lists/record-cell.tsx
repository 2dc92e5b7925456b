import { Link } from 'wouter'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Chip } from '../app/design/chip.tsx'
import { Icon } from '../app/design/icon.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { useFormat } from '../app/design/use-format.ts'
import { useOthers } from '../app/events/places.ts'
import { loadTexts } from '../app/words/dictionaries.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'
import { DraftMark } from '../records/later-draft-mark.ts'
import { PublicationChip } from '../records/publication.tsx'
import { readable } from '../records/readable-address.ts'
import { type ListedRecord, localValue, nameOf, namingField } from '../records/record-names.ts'
import { isScore } from '../records/score-column.ts'
import { useChoiceLabel } from './use-filter-text.ts'
import type { ReferenceName } from './use-reference-names.ts'

/** Only the list of articles has scores. */
const ScoreCell = lazyPart(() => import('./score-cell.tsx').then((module) => module.ScoreCell))

const PresenceMarks = lazyPart(() =>
  Promise.all([import('../app/events/presence.tsx'), loadTexts('help')]).then(
    ([module]) => module.PresenceMarks,
  ),
)

type RecordCellProps = {
  resource: ResourceDescription
  field: FieldDescription
  record: ListedRecord
  /** The field whose picture stands beside the name; null for none. */
  picture: FieldDescription | null
  referenceName: ReferenceName
}

const MAX_TAGS = 3

/** The value of a field in a list. The field that names the record leads to it. */
export function RecordCell({ resource, field, record, picture, referenceName }: RecordCellProps) {
  const label = useLabel()
  const value = localValue(record, field, label)
  if (field.name === namingField(resource)?.name)
    return (
      <>
        <Link href={`/${resource.name}/${record.id}`} className="link list-title" tabIndex={-1}>
          {picture && <Thumbnail src={record[picture.name]} />}
          <span className="list-name" dir={field.kind === 'path' ? 'ltr' : 'auto'}>
            {nameOf(record, resource, label)}
          </span>
          {record.hidden === true && <HiddenChip />}
        </Link>
        <DraftMark resource={resource.name} id={record.id} />
        <Others resource={resource.name} id={record.id} />
      </>
    )
  if (resource.publishable && field.name === 'status') return <PublicationChip record={record} room="lists" />
  if (isScore(field)) return <ScoreCell id={record.id} version={record.version} />
  if (value === null) return <NoValue />
  if (field.kind === 'reference') return <>{referenceName(field, value) ?? <NoValue />}</>
  return <PlainValue field={field} value={value} />
}

function HiddenChip() {
  const t = useWords('lists')
  return <Chip>{t('hidden')}</Chip>
}

function Others({ resource, id }: { resource: string; id: number }) {
  const people = useOthers(resource, id)
  return people.length > 0 && <PresenceMarks people={people} />
}

function NoValue() {
  const t = useWords('lists')
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('no_value')}</span>
    </span>
  )
}

/** A value by the kind of its field; texts in one line. */
function PlainValue({ field, value }: { field: FieldDescription; value: unknown }) {
  const t = useWords('lists')
  const choiceLabel = useChoiceLabel()
  const { formatInstant, formatNumber } = useFormat()
  switch (field.kind) {
    case 'boolean':
      return value ? (
        <span className="list-flag">
          <Icon name="check" size={16} />
          <span>{t('yes')}</span>
        </span>
      ) : (
        <span className="muted">{t('no')}</span>
      )
    case 'instant':
      return <span className="list-instant">{formatInstant(String(value))}</span>
    case 'image':
      return <Thumbnail src={value} />
    case 'tags':
      return <Tags tags={value as string[]} />
    case 'choice':
      return <Chip>{choiceLabel(field, String(value))}</Chip>
    case 'integer':
    case 'decimal':
      return <>{formatNumber(Number(value), { useGrouping: !isName(field) })}</>
    case 'color':
      return <Swatch color={String(value)} />
    case 'path':
    case 'link':
    case 'slug':
    case 'email':
      return (
        <span className="list-address" dir="ltr">
          {readable(String(value))}
        </span>
      )
    case 'rich':
      return <span className="list-text">{textOf(String(value))}</span>
    default:
      return (
        <span className="list-text" dir="auto">
          {String(value)}
        </span>
      )
  }
}

const VARIED = /^\/media\/[^?#]+\.(?:jpe?g|png|webp|avif)$/i

/** A picture, small where the service has it in several sizes; room for one where there is none. */
function Thumbnail({ src }: { src: unknown }) {
  if (typeof src !== 'string' || src === '') return <span className="list-thumbnail" />
  const address = VARIED.test(src) ? `${src}?w=160&f=auto` : src
  return <img className="list-thumbnail" src={address} alt="" loading="lazy" decoding="async" />
}

/** Ids and years are names, not amounts: no separators of thousands. */
const isName = ({ name }: FieldDescription) => name === 'id' || name === 'year'

function Tags({ tags }: { tags: readonly string[] }) {
  const { formatNumber } = useFormat()
  if (tags.length === 0) return <NoValue />
  return (
    <span className="list-tags">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
      {tags.length > MAX_TAGS && <span className="muted">+{formatNumber(tags.length - MAX_TAGS)}</span>}
    </span>
  )
}

const Swatch = ({ color }: { color: string }) => (
  <span className="list-swatch" dir="ltr">
    <span style={{ backgroundColor: color }} />
    {color}
  </span>
)

const textOf = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.slice(0, 200)
