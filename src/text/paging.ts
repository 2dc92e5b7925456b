// The envelope that every list is sent in, and the limit on lists sent without paging.
import { AppError } from './errors.ts'

/** `page` counts from 1. */
export type Paging = { page: number; perPage: number }
export type Page<Item> = { items: Item[]; page: number; per_page: number; total: number }

const MAX_UNPAGED = 10_000

/** The 422 for a list of more than 10,000 items that is requested without paging, or null. */
export const pagingRequired = (total: number) =>
  total > MAX_UNPAGED
    ? new AppError('paging_required', `The list has ${total} items; request it with page and per_page.`)
    : null

/** Throws 422 `paging_required` when a list without paging has more than 10,000 items. */
export function assertPaged(total: number, paging: Paging | null) {
  const refusal = paging ? null : pagingRequired(total)
  if (refusal) throw refusal
}

/** Puts items in the envelope; without paging `per_page` is the total, at least 1. */
export const pageOf = <Item>(items: Item[], total: number, paging: Paging | null): Page<Item> => ({
  items,
  page: paging?.page ?? 1,
  per_page: paging?.perPage ?? Math.max(total, 1),
  total,
})
