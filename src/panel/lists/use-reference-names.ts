import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ContentClient, FieldDescription, ResourceDescription } from '../../client/index.ts'
import { useApi, useSchema } from '../app/api/api.ts'
import { recordApiOf } from '../app/api/record-api.ts'
import { useLabel, useLanguage } from '../app/words/words-context.tsx'
import { type KnownAccount, knownAccounts } from '../records/known-accounts.ts'
import { type ListedRecord, nameOf, namesToRequest } from '../records/record-names.ts'

/** The name of the record that a reference field points to; null while it is loading and if it is unknown. */
export type ReferenceName = (field: FieldDescription, id: unknown) => string | null

const MAX_IDS = 100

/** Names for the references in these columns: one request for each column, for the ids on the page. */
export function useReferenceNames(
  columns: readonly FieldDescription[],
  records: readonly ListedRecord[],
): ReferenceName {
  const api = useApi()
  const schema = useSchema()
  const { language } = useLanguage()
  const fields = useMemo(() => columns.filter(({ kind }) => kind === 'reference'), [columns])
  const names = useQueries({
    queries: fields.map((field) => {
      const ids = [...new Set(records.map((record) => record[field.name]))].filter(
        (id) => typeof id === 'number',
      )
      const target = schema.resources.find(({ name }) => name === field.reference)
      const wanted = ids.toSorted((a, b) => a - b).slice(0, MAX_IDS)
      return {
        queryKey: ['records', field.reference, 'names', wanted],
        queryFn: () => loadNames(api, field.reference!, target, wanted),
        enabled: wanted.length > 0 && (target !== undefined || field.reference === 'users'),
        staleTime: 60_000,
      }
    }),
    combine: dataOfAll,
  })
  // Rows are rendered again when this function is another one.
  return useCallback(
    (field, id) => names[fields.indexOf(field)]?.get(Number(id))?.((label) => label[language]) ?? null,
    [names, fields, language],
  )
}

const dataOfAll = (results: readonly { data: Map<number, Named> | undefined }[]) =>
  results.map(({ data }) => data)

type Named = (label: ReturnType<typeof useLabel>) => string

async function loadNames(
  api: ContentClient,
  reference: string,
  target: ResourceDescription | undefined,
  ids: readonly number[],
): Promise<Map<number, Named>> {
  if (!target) {
    const accounts = await knownAccounts(api, { perPage: MAX_IDS })
    return new Map(accounts.map(({ id, name }) => [id, () => name]))
  }
  const fields = namesToRequest(target).join(',')
  const { items } = await recordApiOf(api, reference).list({
    id: ids.join(','),
    fields,
    page: 1,
    per_page: MAX_IDS,
  })
  return new Map(items.map((record) => [record.id, (label) => nameOf(record, target, label)]))
}

/** All records that a field may refer to, the first 100, as options. */
export function useReferenceOptions(field: FieldDescription | null) {
  const api = useApi()
  const schema = useSchema()
  const label = useLabel()
  const target = schema.resources.find(({ name }) => name === field?.reference)
  const [result] = useQueries({
    queries: [
      {
        queryKey: ['records', field?.reference, 'options'],
        queryFn: async (): Promise<(ListedRecord | KnownAccount)[]> => {
          const page = { page: 1, per_page: MAX_IDS }
          if (!target) return knownAccounts(api, { perPage: MAX_IDS })
          return (
            await recordApiOf(api, target.name).list({ ...page, fields: namesToRequest(target).join(',') })
          ).items
        },
        enabled: field?.kind === 'reference' && (target !== undefined || field.reference === 'users'),
        staleTime: 60_000,
      },
    ],
  })
  return (result.data ?? []).map((record) => ({
    id: String(record.id),
    label: target ? nameOf(record as ListedRecord, target, label) : String(record.name),
  }))
}
