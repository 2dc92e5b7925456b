import { useState } from 'react'
import { Button as RacButton } from 'react-aria-components'
import type { ResourceDescription } from '../../client/index.ts'
import { Button } from '../app/design/button.tsx'
import { Icon } from '../app/design/icon.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { useFieldLabel } from '../records/use-field-label.ts'
import { EditFilter } from './add-filter.tsx'
import { type Filter, parameterOf, withoutFilter } from './list-filters.ts'
import type { ListState } from './list-state.ts'
import { useFilterText } from './use-filter-text.ts'
import type { ChangeList } from './use-list-state.ts'

type FilterChipsProps = { resource: ResourceDescription; state: ListState; change: ChangeList }

/** The filters and the sorting that are in effect: each can be changed and removed. */
export function FilterChips({ resource, state, change }: FilterChipsProps) {
  const t = useWords('lists')
  const { filters, sort } = state
  const filterText = useFilterText(resource, filters)
  const fieldLabel = useFieldLabel()
  const [edited, setEdited] = useState<Filter | null>(null)
  const sortField = sort && resource.fields.find(({ name }) => name === sort.field)
  const isGap = ({ field }: Filter) => !resource.fields.some(({ name }) => name === field)
  if (filters.length === 0 && !sort) return null
  const sortText =
    sortField &&
    t('sorted_by', {
      label: fieldLabel(sortField),
      direction: t(sort.isDescending ? 'descending' : 'ascending'),
    })
  return (
    <fieldset className="list-chips">
      <legend className="visually-hidden">{t('filters')}</legend>
      {filters.map((filter) => (
        <RemovableChip
          key={parameterOf(filter)}
          text={filterText(filter)}
          removeLabel={t('remove_filter', { text: filterText(filter) })}
          {...(!isGap(filter) && { onPress: () => setEdited(filter) })}
          onRemove={() => change({ filters: withoutFilter(filters, filter) })}
        />
      ))}
      {sortText && (
        <RemovableChip
          text={sortText}
          removeLabel={t('remove_sort', { text: sortText })}
          onRemove={() => change({ sort: null })}
        />
      )}
      {filters.length > 1 && (
        <Button look="quiet" size="small" onPress={() => change({ filters: [] })}>
          {t('clear_all')}
        </Button>
      )}
      {edited && (
        <EditFilter
          resource={resource}
          field={resource.fields.find(({ name }) => name === edited.field)!}
          filter={edited}
          filters={filters}
          onChange={(next) => change({ filters: next })}
          onClose={() => setEdited(null)}
        />
      )}
    </fieldset>
  )
}

type RemovableChipProps = { text: string; removeLabel: string; onPress?: () => void; onRemove: () => void }

const RemovableChip = ({ text, removeLabel, onPress, onRemove }: RemovableChipProps) => (
  <span className="list-chip">
    {onPress ? (
      <RacButton className="list-chip-text" onPress={onPress}>
        {text}
      </RacButton>
    ) : (
      <span className="list-chip-text">{text}</span>
    )}
    <RacButton className="list-chip-remove" aria-label={removeLabel} onPress={onRemove}>
      <Icon name="close" size={14} />
    </RacButton>
  </span>
)
