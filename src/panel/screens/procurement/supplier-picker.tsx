import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Supplier } from '../../../client/index.ts'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

const MAX_FOUND = 50

type SupplierPickerProps = {
  label: string
  description?: string
  chosen: Supplier | null
  /** Whether only active suppliers are offered. */
  isActive?: boolean
  /** The id of one that is not offered. */
  except?: number
  error: string | null
  onChange: (supplier: Supplier | null) => void
}

/** A supplier, found by its name or code. */
export function SupplierPicker({ chosen, isActive, except, onChange, ...field }: SupplierPickerProps) {
  const words = useWords('procurement')
  const [text, setText] = useState('')
  const typed = chosen ? '' : text.trim()
  const q = useDebounced(typed)
  const found = useQuery({
    queryKey: ['suppliers', 'search', q, isActive],
    queryFn: () =>
      procurementApi.suppliers.list({
        ...(q && { q }),
        ...(isActive && { active: true }),
        page: 1,
        per_page: MAX_FOUND,
      }),
    placeholderData: keepPreviousData,
  })
  const suppliers = found.data?.items.filter(({ id }) => id !== except) ?? []
  const isSearching = found.isFetching || q !== typed
  return (
    <>
      {found.error && <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />}
      <ComboBox
        {...field}
        isRequired
        isFiltered
        isSearching={isSearching}
        menuTrigger="focus"
        options={suppliers.map(({ id, name, code }) => ({
          id: String(id),
          label: name,
          ...(code && { detail: code }),
        }))}
        inputValue={text}
        onInputChange={(text) => {
          setText(text)
          if (text !== chosen?.name) onChange(null)
        }}
        value={chosen === null ? null : String(chosen.id)}
        onChange={(key) => {
          const supplier = suppliers.find(({ id }) => String(id) === key)
          if (!supplier) return
          onChange(supplier)
          setText(supplier.name)
        }}
        emptyText={words(isSearching ? 'searching' : 'no_matches')}
      />
    </>
  )
}
