// The records that a reference may point to, as options of a search.
import { useQuery } from '@tanstack/react-query'
import type { ResourceDescription } from '../../client/index.ts'
import { useApi, useResource } from '../api/api.ts'
import type { Option } from '../design/select.tsx'
import { titleFieldOf, titleOf } from '../forms/form-model.ts'
import { recordApiOf } from '../forms/record-api.ts'
import { useLanguage } from '../words/words-context.tsx'

const MAX_OPTIONS = 30
const ACCOUNTS = 'users'

/** The options that match the search, and the one that is chosen. */
export function useReferenceOptions(target: string, search: string, chosen: number | null) {
  const resource = useResource(target)
  const { options, isLoading } = useSearch(target, resource, search)
  const current = useChosen(target, resource, chosen)
  const isListed = options.some(({ id }) => id === current?.id)
  return { options: current && !isListed && !search ? [current, ...options] : options, current, isLoading }
}

function useSearch(target: string, resource: ResourceDescription | null, search: string) {
  const api = useApi()
  const { language } = useLanguage()
  const query = { ...(search && { q: search }), page: 1, per_page: MAX_OPTIONS }
  const { data, isLoading } = useQuery({
    queryKey: ['option', target, 'search', query, language],
    queryFn: async (): Promise<Option[]> => {
      if (target === ACCOUNTS) {
        const { items } = await api.admin.users.list(query)
        return items.map(({ id, name, email }) => ({ id: String(id), label: name || email, detail: email }))
      }
      const fields = resource ? titleFields(resource).join(',') : ''
      const { items } = await recordApiOf(api, target).list({ ...query, ...(fields && { fields }) })
      return items.map((record) => ({
        id: String(record.id),
        label: (resource && titleOf(resource, record, language)) ?? `#${record.id}`,
      }))
    },
  })
  return { options: data ?? [], isLoading }
}

const titleFields = (resource: ResourceDescription) => {
  const field = titleFieldOf(resource)
  return field ? [field.name, ...(field.twin ? [field.twin] : [])] : []
}

function useChosen(target: string, resource: ResourceDescription | null, id: number | null): Option | null {
  const api = useApi()
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['option', target, id, language],
    queryFn: async (): Promise<Option> => {
      if (target === ACCOUNTS) {
        const { name, email } = await api.admin.users.get(id!)
        return { id: String(id), label: name || email }
      }
      const record = await recordApiOf(api, target).get(id!)
      return { id: String(id), label: (resource && titleOf(resource, record, language)) ?? `#${id}` }
    },
    enabled: id !== null,
  })
  return id === null ? null : (data ?? null)
}
