// Lists in one envelope: a page of the rows, or all of them when no page is asked for.
import { AppError } from './errors.ts'

export type Paging = { page: number; perPage: number }
export type Page<Item> = { items: Item[]; page: number; per_page: number; total: number }

const MAX_UNPAGED = 10_000

/** The 422 for a list that is too long to be sent whole, or null. */
export const pagingRequired = (total: number) =>
  total > MAX_UNPAGED
    ? new AppError('paging_required', `The list has ${total} items; ask for it with page and per_page.`)
    : null

export const pageOf = <Item>(items: Item[], total: number, paging: Paging | null): Page<Item> => ({
  items,
  page: paging?.page ?? 1,
  per_page: paging?.perPage ?? total,
  total,
})
