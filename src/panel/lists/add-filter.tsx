import { useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { Button } from '../app/design/button.tsx'
import { lazyPart } from '../app/design/lazy-part.tsx'
import { Menu } from '../app/design/menu.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { useFieldLabel } from '../records/use-field-label.ts'
import { type Filter, filterableFields, gapFilters, withFilter } from './list-filters.ts'
import { useGapText } from './use-filter-text.ts'

const FilterDialog = lazyPart(() => import('./filter-dialog.tsx').then((module) => module.FilterDialog))

type AddFilterProps = {
  resource: ResourceDescription
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

/** A menu of the fields; the chosen one asks for its condition. */
export function AddFilter({ resource, filters, onChange }: AddFilterProps) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const [field, setField] = useState<FieldDescription | null>(null)
  const fields = usualFirst(resource)
  const gaps = gapFilters(resource)
  const gapText = useGapText()
  return (
    <>
      <Menu
        trigger={(trigger) => (
          <Button {...trigger} icon="filter">
            {t('add_filter')}
          </Button>
        )}
        label={t('add_filter')}
        entries={[
          ...gaps.map((gap, index) => ({ id: String(index), label: gapText(gap) })),
          ...fields.map((candidate, index) => ({
            id: candidate.name,
            label: fieldLabel(candidate),
            isApart: index === 0 && gaps.length > 0,
          })),
        ]}
        onAction={(id) => {
          const gap = gaps[Number(id)]
          if (gap) onChange(withFilter(filters, gap))
          else setField(fields.find(({ name }) => name === id) ?? null)
        }}
      />
      {field && <EditFilter {...{ resource, field, filters, onChange }} onClose={() => setField(null)} />}
    </>
  )
}

type EditFilterProps = AddFilterProps & { field: FieldDescription; filter?: Filter; onClose: () => void }

/** The dialog of one filter: a new one, or one that is there. */
export const EditFilter = ({ resource, field, filter, filters, onChange, onClose }: EditFilterProps) => (
  <FilterDialog
    resource={resource}
    field={field}
    filter={filter ?? null}
    onApply={(next) =>
      onChange(
        withFilter(
          filters.filter((other) => other !== filter),
          next,
        ),
      )
    }
    onClose={onClose}
  />
)

/** The columns of the list first, then the other fields in the order of the schema. */
function usualFirst(resource: ResourceDescription): FieldDescription[] {
  const fields = filterableFields(resource)
  const isUsual = ({ name }: FieldDescription) => resource.list_columns.includes(name)
  return [...fields.filter(isUsual), ...fields.filter((field) => !isUsual(field))]
}
