import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { useLabel } from '../app/words/words-context.tsx'
import { localNames, requestedFields } from '../records/record-names.ts'
import { type ListState, sortBy, toListQuery } from './list-state.ts'

/** The page of records that the state shows; while the next one is loading, the last one stays. */
export function useRecords(
  resource: ResourceDescription,
  state: ListState,
  columns: readonly FieldDescription[],
) {
  const api = useApi()
  const label = useLabel()
  const { sort } = state
  const sorted = resource.fields.find(({ name }) => name === sort?.field)
  const query = {
    ...toListQuery(state, requestedFields(columns, resource, label)),
    ...(sort && sorted && { sort: sortBy(localNames(sorted, label), sort) }),
  }
  const key = ['records', resource.name, query]
  const result = useQuery({
    queryKey: key,
    queryFn: () => recordApiOf(api, resource.name).list(query),
    placeholderData: keepPreviousData,
  })
  const records = useMemo(() => result.data?.items ?? [], [result.data])
  return { ...result, key, records, total: result.data?.total ?? 0 }
}
