// The list screens: search, page and filters stand in the address; loading, problem, empty state and pages look alike.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pagination } from '../app/design/pagination.tsx'
import { ProblemNotice } from '../app/design/problem-notice.tsx'
import { useReady } from '../app/design/use-ready.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { SearchBox } from '../lists/list-toolbar.tsx'
import { useScrollMemory } from '../lists/use-scroll-memory.ts'

type Page<Item> = { items: Item[]; total: number }
type Query = { q?: string; page: number; per_page: number }

type ListOptions<Item, Filters> = {
  /** The first part of the key of its queries. */
  name: string
  address: { q: string; page: number }
  perPage: number
  filters: Filters
  load: (query: Filters & Query) => Promise<Page<Item>>
}

export type List<Item> = { query: UseQueryResult<Page<Item>>; q: string; page: number; perPage: number }

export function useList<Item, Filters extends object>(options: ListOptions<Item, Filters>): List<Item> {
  const { name, address, perPage, filters, load } = options
  const q = address.q.trim()
  const asked = { ...filters, ...(q && { q }), page: address.page, per_page: perPage }
  const query = useQuery({
    queryKey: [name, asked],
    queryFn: () => load(asked),
    placeholderData: keepPreviousData,
  })
  useReady(!query.isPending)
  useScrollMemory(!query.isPending && !query.isPlaceholderData)
  return { query, ...address, perPage }
}

type ListPageProps<Item> = {
  list: List<Item>
  onSearch: (q: string, options: { replace: boolean }) => void
  /** The tools beside the search. */
  tools?: ReactNode
  /** The columns of the shape that is shown while it is loading. */
  columns: number
  children: (found: Page<Item>) => ReactNode
}

/** The part below the header: search and tools, then the list once it is loaded. */
export function ListPage<Item>({ list, onSearch, tools, columns, children }: ListPageProps<Item>) {
  const { data, error, isPending, refetch } = list.query
  return (
    <>
      <div className="list-toolbar">
        <SearchBox q={list.q} onSearch={onSearch} />
        {tools}
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && !error && <ListSkeleton columns={columns} />}
      {data && children(data)}
    </>
  )
}

type ListItemsProps<Item> = {
  list: List<Item>
  onPage: (page: number) => void
  /** The part that replaces a list without entries. */
  empty: ReactNode
  className?: string
  children: ReactNode
}

/** The entries of a page, and the way to the other pages. */
export function ListItems<Item>({ list, onPage, empty, className = 'list', children }: ListItemsProps<Item>) {
  const { page, perPage, query } = list
  const { total, items } = query.data!
  if (total === 0) return empty
  return (
    <div className={query.isPlaceholderData ? `${className} list-waiting` : className}>
      {children}
      <Pagination
        page={page}
        perPage={perPage}
        total={total}
        shown={items.length}
        sizes={[perPage]}
        change={({ page: next = 1 }) => onPage(next)}
      />
    </div>
  )
}
