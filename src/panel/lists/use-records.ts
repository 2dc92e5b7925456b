import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { type ListState, toListQuery } from './list-state.ts'
import { recordApi } from './record-api.ts'
import { requestedFields } from './record-names.ts'

/** The page of records that the state shows; while the next one is loading, the last one stays. */
export function useRecords(
  resource: ResourceDescription,
  state: ListState,
  columns: readonly FieldDescription[],
) {
  const api = useApi()
  const query = toListQuery(state, requestedFields(columns, resource))
  const key = ['records', resource.name, query]
  const result = useQuery({
    queryKey: key,
    queryFn: () => recordApi(api, resource.name).list(query),
    placeholderData: keepPreviousData,
  })
  const records = useMemo(() => result.data?.items ?? [], [result.data])
  return { ...result, key, records, total: result.data?.total ?? 0 }
}
