import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InventoryItem } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { ComboBox } from '../../app/design/combo-box.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

const PER_PAGE = 50

type ItemPickerProps = {
  /** Null for none. */
  id: number | null
  onChange: (item: InventoryItem | null) => void
}

/** An item of the inventory, found by its name or SKU; further pages of the matches are loaded at the end of the list. */
export function ItemPicker({ id, onChange }: ItemPickerProps) {
  const words = useWords('procurement')
  // Null while nothing is typed: the field shows the chosen item.
  const [typed, setTyped] = useState<string | null>(null)
  const [isUsed, setUsed] = useState(false)
  const [picked, setPicked] = useState<InventoryItem | null>(null)
  // The list box writes it into the input, which is no search.
  const pickedName = useRef<string | null>(null)
  const search = (typed ?? '').trim()
  const q = useDebounced(search)
  const found = useInfiniteQuery({
    queryKey: ['records', 'inventory', 'search', q],
    queryFn: ({ pageParam: page }) =>
      procurementApi.items.list({ ...(q && { q }), page, per_page: PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PER_PAGE < total ? pages.length + 1 : null),
    enabled: isUsed,
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: ['records', 'inventory', 'item', id],
    queryFn: () => procurementApi.items.get(id!),
    enabled: id !== null && picked?.id !== id,
  })
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  const isSearching = found.isPending || found.isPlaceholderData || q !== search
  const current = picked?.id === id ? picked : id === null ? null : chosen.data
  const choose = (item: InventoryItem | null) => {
    setPicked(item)
    pickedName.current = item?.name ?? null
    setTyped(null)
    onChange(item)
  }
  return (
    <div className="reference-field" onFocusCapture={() => setUsed(true)}>
      <ComboBox
        label={words('stock_item')}
        options={items.map(({ id, name, sku }) => ({ id: String(id), label: name, detail: sku }))}
        isFiltered
        isSearching={typed !== null && isSearching}
        inputValue={typed ?? current?.name ?? ''}
        onInputChange={(text) => setTyped(text === pickedName.current ? null : text)}
        value={id === null ? null : String(id)}
        onChange={(key) => key !== null && choose(items.find((item) => String(item.id) === key) ?? null)}
        onBlur={() => setTyped(null)}
        menuTrigger="focus"
        emptyText={words(isSearching ? 'searching' : 'no_item_found')}
        placeholder={words('none')}
        {...(found.hasNextPage && { onLoadMore: () => void found.fetchNextPage() })}
      />
      {id !== null && (
        <Button look="quiet" size="small" icon="close" onPress={() => choose(null)}>
          {words('clear_item')}
        </Button>
      )}
    </div>
  )
}
