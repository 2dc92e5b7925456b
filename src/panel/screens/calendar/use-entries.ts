import { type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { List, ResourceDescription } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { type AnyRecord, recordApiOf } from '../../app/api/record-api.ts'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { publicationOf } from '../../records/publication.tsx'
import { nameOf } from '../../records/record-names.ts'

/** A record that was or will be published. */
export type Entry = {
  key: string
  id: number
  version: number
  resource: ResourceDescription
  title: string
  /** When it appears, in RFC 3339. */
  at: string
  isScheduled: boolean
  /** Whether this user may move it to another time. */
  isMovable: boolean
}

type Range = { from: string; to: string }

/** The publications between two instants, past and future; of all resources that are published at a time. */
export function useEntries({ from, to }: Range) {
  const api = useApi()
  const label = useLabel()
  const resources = useSchema().resources.filter(isDated)
  const results = useQueries({
    queries: resources.map((resource) => {
      const query = {
        status: 'published',
        published_at_gte: from,
        published_at_lte: to,
        sort: 'published_at',
        fields: fieldsOf(resource),
      }
      return {
        queryKey: ['records', resource.name, query] as QueryKey,
        queryFn: () => recordApiOf(api, resource.name).list(query),
      }
    }),
  })
  const entries = results.flatMap(({ data }, index) => {
    const resource = resources[index]!
    return (data?.items ?? []).map((record) => {
      const isScheduled = publicationOf(record) === 'scheduled'
      return {
        key: `${resource.name} ${record.id}`,
        id: record.id,
        version: record.version,
        resource,
        title: nameOf(record, resource, label),
        at: String(record.published_at),
        isScheduled,
        isMovable: isScheduled && resource.actions.includes('publish'),
      }
    })
  })
  return {
    entries,
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
  }
}

const isDated = ({ publishable, fields }: ResourceDescription) =>
  publishable && fields.some(({ name }) => name === 'published_at')

const fieldsOf = ({ fields, list_columns }: ResourceDescription) => {
  const columns = list_columns.filter((name) => fields.some((field) => field.name === name))
  const twins = columns.flatMap((name) => fields.find((field) => field.name === name)?.twin ?? [])
  return [...new Set([...columns, ...twins, 'status', 'published_at'])].join(',')
}

/** Gives an entry another time; the result is spoken and can be taken back. */
export function useReschedule(formatTime: (instant: string) => string) {
  const t = useWords('calendar')
  const api = useApi()
  const queries = useQueryClient()
  const describe = useProblemMessage()

  /** The change is shown at once, and as the service has it afterwards. */
  const show = ({ id, resource }: Entry, at: string) =>
    queries.setQueriesData<List<AnyRecord>>(
      { queryKey: ['records', resource.name] },
      (list) =>
        list && {
          ...list,
          items: list.items.map((record) => (record.id === id ? { ...record, published_at: at } : record)),
        },
    )
  const refresh = ({ id, resource }: Entry) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['records', resource.name] }),
      queries.invalidateQueries({ queryKey: ['record', resource.name, String(id)] }),
    ])

  async function store(entry: Entry, at: string): Promise<Entry | null> {
    show(entry, at)
    try {
      const stored = await recordApiOf(api, entry.resource.name).patch(
        entry.id,
        { published_at: at },
        { version: entry.version },
      )
      return { ...entry, at, version: stored.version }
    } catch (error) {
      const isStale = error instanceof ApiProblem && error.code === 'stale'
      showToast(isStale ? t('entry_changed', { title: entry.title }) : describe(error).message, {
        tone: 'danger',
      })
      return null
    } finally {
      void refresh(entry)
    }
  }

  /** False if it was not moved. */
  return async (entry: Entry, at: string): Promise<boolean> => {
    if (at === entry.at) return true
    if (Date.parse(at) <= Date.now()) {
      showToast(t('entry_in_past', { time: formatTime(at) }), { tone: 'danger' })
      return false
    }
    const moved = await store(entry, at)
    if (!moved) return false
    const undo = async () => {
      const back = await store(moved, entry.at)
      if (back) showToast(t('entry_moved_back', { title: entry.title, time: formatTime(entry.at) }))
    }
    showToast(t('entry_moved', { title: entry.title, time: formatTime(at) }), { undo: () => void undo() })
    return true
  }
}
