import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnyRecord, useReadForForm, useRecordApi } from '../../app/api/record-api.ts'
import type { Values } from '../../records/form-values.ts'
import { draftOf } from '../state/form-state.ts'

type Write = { version?: unknown; autosave?: boolean; key?: string }

export type RecordStore = ReturnType<typeof useRecordStore>

/** The requests of a record's form, with the caches of other screens kept up to date. */
export function useRecordStore(resource: string, record: AnyRecord | null) {
  const records = useRecordApi(resource)
  const queries = useQueryClient()
  const id = useRef(record?.id ?? null)
  const keyOf = (stored: number | null) => ['record', resource, String(stored)]
  const keep = (stored: AnyRecord) => {
    const key = keyOf(stored.id)
    queries.setQueryData([...key, 'form'], stored)
    if (!draftOf(stored)) queries.setQueryData(key, stored)
  }
  const readForForm = useReadForForm(resource)
  const changed = (stored: AnyRecord) => {
    for (const key of [
      ['records', resource],
      ['revisions', resource, String(stored.id)],
      ['option', resource],
    ])
      void queries.invalidateQueries({ queryKey: key })
  }
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
    /** The record as visitors see it, as far as it is known. */
    live: () => queries.getQueryData<AnyRecord>(keyOf(id.current)),
    readDraft: () => readForForm(id.current!),
    /** The methods that change the working copy, after each of which `keepDraft` takes the record as it is then. */
    records,
    id: () => id.current!,
    async keepDraft(stored: AnyRecord) {
      // An answer that is under way is older.
      await queries.cancelQueries({ queryKey: keyOf(stored.id) })
      keep(stored)
      void queries.invalidateQueries({ queryKey: ['drafts'] })
      void queries.invalidateQueries({ queryKey: ['review', resource, stored.id] })
      if (!draftOf(stored)) changed(stored)
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
      changed(stored)
      return stored
    },
  }
}
