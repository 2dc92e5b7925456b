import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftOf } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'
import { joinTabs, type Tabs } from './record-tabs.ts'

const ALONE: Tabs = { isWriter: true, hasOthers: false }
const WAITING: Tabs = { isWriter: false, hasOthers: false }

/** The other tabs of this account with the same record. A new record is nobody else's. */
export function useRecordTabs({ resource, recordId, state }: FormValues, owner: string): Tabs {
  const queries = useQueryClient()
  const [tabs, setTabs] = useState<Tabs>(recordId === null ? ALONE : WAITING)
  const joined = useRef<ReturnType<typeof joinTabs>>(null)
  const { name } = resource
  useEffect(() => {
    if (recordId === null) return
    const onStored = () => void queries.invalidateQueries({ queryKey: ['record', name, String(recordId)] })
    joined.current = joinTabs(`${owner}/${name}/${recordId}`, { onChange: setTabs, onStored })
    return () => joined.current?.leave()
  }, [queries, owner, name, recordId])

  const stored = `${state.loaded.version} ${draftOf(state.loaded)?.updated_at}`
  const known = useRef(stored)
  useEffect(() => {
    if (stored === known.current) return
    known.current = stored
    joined.current?.tellStored()
  }, [stored])
  return tabs
}
