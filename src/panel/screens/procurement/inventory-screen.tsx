import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InventoryItem } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { Tabs } from '../../app/design/tabs.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { BookDialog } from './book-dialog.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { Pager } from './pager.tsx'
import { procurementApi } from './procurement-api.ts'

const PER_PAGE = 20

/** Items with their stock, and the transactions that made it. */
export function InventoryScreen({ title }: { title: string }) {
  const words = useWords('procurement')
  const [edited, setEdited] = useState<InventoryItem | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button look="primary" icon="plus" onPress={() => setEdited('new')}>
            {words('new_item')}
          </Button>
        }
      />
      <Tabs
        label={title}
        tabs={[
          { id: 'items', label: words('items'), content: <Items onEdit={setEdited} /> },
          { id: 'transactions', label: words('transactions'), content: <Transactions /> },
        ]}
      />
      {edited && <ItemDialog item={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Items({ onEdit }: { onEdit: (item: InventoryItem) => void }) {
  const words = useWords('procurement')
  const { formatNumber } = useFormat()
  const [page, setPage] = useState(1)
  const [booked, setBooked] = useState<InventoryItem | null>(null)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['records', 'inventory', page],
    queryFn: () => procurementApi.items.list({ page, per_page: PER_PAGE }),
  })
  useReady(!isPending)
  if (isPending) return <Waiting />
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (data.total === 0)
    return (
      <EmptyState icon="box" title={words('no_items')}>
        {words('no_items_text')}
      </EmptyState>
    )
  return (
    <div className="stack">
      <PlainTable
        label={words('items')}
        columns={[words('sku'), words('name'), { number: words('stock') }, words('unit')]}
        actions={words('edit')}
      >
        {data.items.map((item) => (
          <tr key={item.id}>
            <td className="nowrap">
              <bdi>{item.sku}</bdi>
            </td>
            <td>{item.name}</td>
            <td className="number" data-label={words('stock')}>
              {formatNumber(item.stock)}
            </td>
            <td data-label={words('unit')}>{item.unit}</td>
            <td className="plain-actions">
              <Button
                size="small"
                aria-label={words('book_title', { name: item.name })}
                onPress={() => setBooked(item)}
              >
                {words('book')}
              </Button>
              <Button
                size="small"
                look="quiet"
                aria-label={`${words('edit')}: ${item.name}`}
                onPress={() => onEdit(item)}
              >
                {words('edit')}
              </Button>
            </td>
          </tr>
        ))}
      </PlainTable>
      <Pager page={page} perPage={PER_PAGE} total={data.total} onChange={setPage} />
      {booked && <BookDialog item={booked} onClose={() => setBooked(null)} />}
    </div>
  )
}

function Transactions() {
  const words = useWords('procurement')
  const { formatInstant, formatNumber } = useFormat()
  const [page, setPage] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['transactions', page],
    queryFn: () => procurementApi.transactions.list({ page, per_page: PER_PAGE }),
  })
  const items = useQuery({
    queryKey: ['records', 'inventory', 'all'],
    queryFn: () => procurementApi.items.list(),
  })
  useReady(!isPending)
  if (isPending) return <Waiting />
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <EmptyState icon="history" title={words('no_transactions')} />
  const nameOf = (id: number) => items.data?.items.find((item) => item.id === id)?.name ?? formatNumber(id)
  return (
    <div className="stack">
      <PlainTable
        label={words('transactions')}
        columns={[
          words('when'),
          words('item'),
          words('type'),
          { number: words('quantity') },
          { number: words('stock_after') },
          words('who'),
          words('note'),
        ]}
      >
        {data.items.map(({ id, occurred_at, item_id, type, quantity, stock, actor, note }) => (
          <tr key={id}>
            <td className="nowrap">{formatInstant(occurred_at)}</td>
            <td>{nameOf(item_id)}</td>
            <td data-label={words('type')}>{words(type)}</td>
            <td className="number" data-label={words('quantity')}>
              {formatNumber(type === 'issue' ? -quantity : quantity, { signDisplay: 'exceptZero' })}
            </td>
            <td className="number" data-label={words('stock_after')}>
              {formatNumber(stock)}
            </td>
            <td data-label={words('who')}>{actor}</td>
            <td data-label={note ? words('note') : undefined}>{note}</td>
          </tr>
        ))}
      </PlainTable>
      <Pager page={page} perPage={PER_PAGE} total={data.total} onChange={setPage} />
    </div>
  )
}
