// The records that a reference may point to, as options of a search.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResourceDescription } from '../../client/index.ts'
import { type Translated, textIn } from '../../text/content-language.ts'
import { useApi, useResource } from '../app/api/api.ts'
import { type AnyRecord, recordApiOf } from '../app/api/record-api.ts'
import type { Option } from '../app/design/select.tsx'
import { contentKeyOf } from '../app/words/language.ts'
import { useLanguage } from '../app/words/words-context.tsx'
import { knownAccount, knownAccounts } from './known-accounts.ts'
import { nameOf, namesToRequest } from './record-names.ts'

const MAX_OPTIONS = 30
const ACCOUNTS = 'users'

/** The options that match the search, and the one that is chosen. */
export function useReferenceOptions(target: string, search: string, chosen: number | null) {
  const resource = useResource(target)
  const { options, isSearching } = useSearch(target, resource, search)
  const current = useChosen(target, resource, chosen)
  const isListed = options.some(({ id }) => id === current?.id)
  return { options: current && !isListed && !search ? [current, ...options] : options, current, isSearching }
}

type Api = ReturnType<typeof useApi>
type Target = { name: string; resource: ResourceDescription | null; language: 'fa' | 'en' }

function useSearch(name: string, resource: ResourceDescription | null, search: string) {
  const api = useApi()
  const { language } = useLanguage()
  const { data, isFetching } = useQuery({
    queryKey: ['option', name, 'search', search, language],
    queryFn: () => searchOptions(api, { name, resource, language }, search),
    placeholderData: keepPreviousData,
  })
  return { options: data ?? [], isSearching: isFetching }
}

async function searchOptions(api: Api, target: Target, search: string): Promise<Option[]> {
  const { name, resource } = target
  const query = { ...(search && { q: search }), page: 1, per_page: MAX_OPTIONS }
  if (name === ACCOUNTS) {
    const accounts = await knownAccounts(api, { q: search, perPage: MAX_OPTIONS })
    return accounts.map(({ id, name, email }) => ({
      id: String(id),
      label: name || email || `#${id}`,
      ...(email && { detail: email }),
    }))
  }
  if (!resource) {
    const options = await publicOptions(api, target)
    return options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  }
  const fields = namesToRequest(resource).join(',')
  const { items } = await recordApiOf(api, name).list({ ...query, fields })
  return items.map((record) => optionOf(record, target))
}

const optionOf = (record: AnyRecord, { resource, language }: Target): Option => ({
  id: String(record.id),
  label: resource ? nameOf(record, resource, (label) => label[language]) : `#${record.id}`,
})

type Titled = { id: number } & Partial<Translated<'title', string | null>>

/** A role that may not edit the records sees them as visitors do. */
async function publicOptions(api: Api, { name, language }: Target): Promise<Option[]> {
  const records = (await api.member(name as 'article-categories')) as unknown
  if (!Array.isArray(records)) return []
  return (records as Titled[]).map((record) => ({
    id: String(record.id),
    label: textIn(record, 'title', { key: contentKeyOf(language) }) ?? record.title ?? `#${record.id}`,
  }))
}

function useChosen(name: string, resource: ResourceDescription | null, id: number | null): Option | null {
  const api = useApi()
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: ['option', name, id, language],
    queryFn: () => findOption(api, { name, resource, language }, id!),
    enabled: id !== null,
  })
  return id === null ? null : (data ?? null)
}

async function findOption(api: Api, target: Target, id: number): Promise<Option> {
  if (target.name === ACCOUNTS) {
    const { name, email } = await knownAccount(api, id)
    return { id: String(id), label: name || email || `#${id}` }
  }
  if (target.resource) return optionOf(await recordApiOf(api, target.name).get(id), target)
  const options = await publicOptions(api, target)
  return options.find((option) => option.id === String(id)) ?? { id: String(id), label: `#${id}` }
}
