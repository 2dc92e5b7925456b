import type { ReactNode } from 'react'
import type { FieldDescription } from '../../client/index.ts'
import { Icon } from '../app/design/icon.tsx'
import { PlainCheckbox } from '../app/design/plain-checkbox.tsx'
import { useWords } from '../app/words/words-context.tsx'
import type { Sort } from './list-state.ts'
import { useColumnLabel } from './use-filter-text.ts'

type RecordTableHeadProps = {
  columns: readonly FieldDescription[]
  sort: Sort | null
  onSort: (sort: Sort) => void
  canMove: boolean
  /** Null where nothing can be selected. */
  selection: { count: number; total: number; selectAll: (isSelected: boolean) => void } | null
}

export function RecordTableHead({ columns, sort, onSort, canMove, selection }: RecordTableHeadProps) {
  const t = useWords('lists')
  return (
    <thead>
      <tr>
        {canMove && (
          <HeadCell className="list-column-narrow">
            <Hidden>{t('position')}</Hidden>
          </HeadCell>
        )}
        {selection && (
          <HeadCell className="list-column-narrow">
            <PlainCheckbox
              label={t('select_all')}
              isSelected={selection.count === selection.total}
              isPartly={selection.count > 0 && selection.count < selection.total}
              onToggle={() => selection.selectAll(selection.count < selection.total)}
            />
          </HeadCell>
        )}
        {columns.map((field) => (
          <FieldHead
            key={field.name}
            field={field}
            direction={sort?.field === field.name ? (sort.isDescending ? 'descending' : 'ascending') : null}
            onSort={onSort}
          />
        ))}
        <HeadCell className="list-column-narrow">
          <Hidden>{t('actions')}</Hidden>
        </HeadCell>
      </tr>
    </thead>
  )
}

const HeadCell = ({ className, children }: { className: string; children: ReactNode }) => (
  <th scope="col" className={className}>
    {children}
  </th>
)

type FieldHeadProps = {
  field: FieldDescription
  direction: 'ascending' | 'descending' | null
  onSort: (sort: Sort) => void
}

function FieldHead({ field, direction, onSort }: FieldHeadProps) {
  const label = useColumnLabel()(field)
  if (!field.sortable) return <HeadCell className={`list-column-${field.kind}`}>{label}</HeadCell>
  return (
    <th
      scope="col"
      className={`list-column-sortable list-column-${field.kind}`}
      aria-sort={direction ?? 'none'}
    >
      <button
        type="button"
        tabIndex={-1}
        className="list-heading"
        onClick={() => onSort({ field: field.name, isDescending: direction === 'ascending' })}
      >
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={14} />}
      </button>
    </th>
  )
}

const Hidden = ({ children }: { children: ReactNode }) => <span className="visually-hidden">{children}</span>
