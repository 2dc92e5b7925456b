import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldDescription } from '../../client/index.ts'
import { type AnyRecord, useRecordApi } from '../api/record-api.ts'
import type { Values } from './form-values.ts'

/** Among which a record is looked for that may have been created. */
const MAX_NEWEST = 20

/** The requests of a record's form, with the caches of other screens kept up to date. */
export function useRecordStore(resource: string, record: AnyRecord | null) {
  const records = useRecordApi(resource)
  const queries = useQueryClient()
  const id = useRef(record?.id ?? null)
  const keep = (stored: AnyRecord) => queries.setQueryData(['record', resource, String(stored.id)], stored)
  return {
    isNew: () => id.current === null,
    forget() {
      id.current = null
    },
    /**
     * The record that a request has created whose answer was lost: a new one with these values. Null if there is none, so that
     * the request can be repeated.
     */
    async findCreated(fields: readonly FieldDescription[], body: Values) {
      const { wasMadeOf } = await import('./was-made-of.ts')
      const { items } = await records.list({ sort: '-created_at', page: 1, per_page: MAX_NEWEST })
      const found = items.find((item) => item.version === 1 && wasMadeOf(item, { fields, body }))
      if (!found) return null
      id.current = found.id
      keep(found)
      void queries.invalidateQueries({ queryKey: ['records', resource] })
      return found
    },
    async read() {
      const stored = await records.get(id.current!)
      keep(stored)
      return stored
    },
    async write(body: Values, { version, autosave }: { version: unknown; autosave: boolean }) {
      const options = autosave ? { autosave } : {}
      const stored =
        id.current === null
          ? await records.create(body, options)
          : await records.patch(id.current, body, { version: Number(version), ...options })
      id.current = stored.id
      keep(stored)
      for (const key of [
        ['records', resource],
        ['revisions', resource, String(stored.id)],
        ['option', resource],
      ])
        void queries.invalidateQueries({ queryKey: key })
      return stored
    },
  }
}
