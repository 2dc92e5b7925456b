import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnyRecord, useRecordApi } from '../../app/api/record-api.ts'
import type { Values } from '../../records/form-values.ts'

type Write = { version?: unknown; autosave?: boolean; key?: string }

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
    async read() {
      const stored = await records.get(id.current!)
      keep(stored)
      return stored
    },
    /** A creation that is repeated with its key creates nothing a second time. */
    async write(body: Values, { version, autosave, key }: Write) {
      const options = autosave ? { autosave } : {}
      const stored =
        id.current === null
          ? await records.create(body, { ...options, ...(key && { key }) })
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
