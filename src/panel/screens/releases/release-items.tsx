import type { ReleaseItem, ReleaseWithItems } from '../../../client/index.ts'
import { useSchema } from '../../app/api/api.ts'
import { keyOf } from '../../app/api/release-api.ts'
import { IconButton, Link } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useLanguage, useWords } from '../../app/words/words-context.tsx'
import { labelOf } from '../../records/record-names.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'

type ReleaseItemsProps = {
  release: ReleaseWithItems
  isPending: boolean
  onRemove: (item: ReleaseItem) => void
}

/** The drafts of a release, each with the problems that its publication would have. */
export function ReleaseItems({ release, isPending, onRemove }: ReleaseItemsProps) {
  const t = useWords('releases')
  const label = useLabel()
  const { resources } = useSchema()
  const { formatRelative } = useFormat()
  const isOpen = release.state === 'open'
  return (
    <PlainTable
      label={t('drafts')}
      columns={[t('name'), t('type'), t('changed'), ...(isOpen ? [t('problems')] : [])]}
      {...(isOpen && { actions: t('actions') })}
    >
      {release.items.map((item) => {
        const resource = resources.find(({ name }) => name === item.resource)
        const name = labelOf(item, { resources, label })
        const { draft } = item
        return (
          <tr key={keyOf(item)}>
            <th scope="row" className="plain-name">
              <Link href={resource?.singleton ? `/${item.resource}` : `/${item.resource}/${item.id}`}>
                <bdi>{name}</bdi>
              </Link>
            </th>
            <td data-label={t('type')}>{resource ? label(resource.label) : item.resource}</td>
            <td data-label={t('changed')}>
              {draft
                ? t('by', { actor: draft.updated_by, time: formatRelative(draft.updated_at) })
                : t('no_draft')}
            </td>
            {isOpen && (
              <>
                <td data-label={t('problems')}>
                  <Problems item={item} />
                </td>
                <td className="plain-actions">
                  <IconButton
                    icon="close"
                    size="small"
                    isDisabled={isPending}
                    label={t('remove_item', { name })}
                    onPress={() => onRemove(item)}
                  />
                </td>
              </>
            )}
          </tr>
        )
      })}
    </PlainTable>
  )
}

/** In the words of the service, which are English, or by their codes. The form words them for each kind of field. */
function Problems({ item: { resource: name, problems } }: { item: ReleaseItem }) {
  const t = useWords('releases')
  const { language } = useLanguage()
  const { resources } = useSchema()
  const fieldLabel = useFieldLabel()
  if (problems.length === 0) return <Chip tone="good">{t('ready')}</Chip>
  const fields = resources.find((resource) => resource.name === name)?.fields ?? []
  return (
    <ul className="release-problems">
      {problems.map(({ path, code, message }) => {
        const field = fields.find((candidate) => candidate.name === path.split('.')[0])
        const text = language === 'en' ? message : t(wordsOf(code))
        return <li key={`${path} ${code}`}>{field ? `${fieldLabel(field)}: ${text}` : text}</li>
      })}
    </ul>
  )
}

const WORDS = {
  required: 'required',
  too_small: 'required',
  taken: 'taken',
  unknown_reference: 'unknown_reference',
  base_changed: 'base_changed',
  not_found: 'no_draft',
  review_required: 'review_missing',
} as const

const wordsOf = (code: string) => WORDS[code as keyof typeof WORDS] ?? ('cannot_be_published' as const)
