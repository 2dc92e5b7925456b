import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ResourceDescription } from '../../client/index.ts'
import { type ListState, parseListState, writeListState } from './list-state.ts'

/** Any change of what is listed starts at the first page again, unless it names a page. */
export type ChangeList = (change: Partial<ListState>, options?: { replace?: boolean }) => void

/** The state in the address; each change is an entry of the history, so that "back" takes it back. */
export function useListState(resource: ResourceDescription): [ListState, ChangeList] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const state = useMemo(() => parseListState(search, resource), [search, resource])
  const change: ChangeList = (part, { replace = false } = {}) =>
    navigate(path + writeListState({ ...state, page: 1, ...part }), { replace })
  return [state, change]
}
