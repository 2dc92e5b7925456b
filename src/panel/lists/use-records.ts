import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { useApi } from '../api/api.ts'
import { recordApiOf } from '../api/record-api.ts'
import { useLabel } from '../words/words-context.tsx'
import { type ListState, sortBy, toListQuery } from './list-state.ts'
import { localNames, requestedFields } from './record-names.ts'

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
