import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { requireScript } from '../../app/api/missing-scripts.ts'
import { newKey } from '../../app/api/new-key.ts'
import { untilReady } from '../../app/design/use-ready.ts'
import { holdLock } from '../../app/events/hold-lock.ts'
import { changedFields, type Values } from '../../records/form-values.ts'
import type { FormState } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'
import { ChangeKeeper } from './change-keeper.ts'
import type { KeptChanges, KeptStore } from './kept-changes.ts'
import { RECORD_CHANNEL } from './record-tabs.ts'

const MAX_AGE_MS = 30 * 86_400_000
/** A long text is written after the frame that shows its last key. */
const KEEP_MS = 50

/** Changes that were kept by a form that is gone. */
export type Leftover = KeptChanges & { isGone: () => void }

let loading: Promise<KeptStore> | null = null

const loadKeptChanges = () => import('./kept-changes.ts')

/** One store for all forms; what is older than 30 days is removed when it is opened. */
function loadStore() {
  loading ??= requireScript(loadKeptChanges).then(({ createKeptStore }) => {
    const store = createKeptStore()
    void store.removeBefore(Date.now() - MAX_AGE_MS).catch(() => {})
    return store
  })
  loading.catch(() => {
    loading = null
  })
  return loading
}

const lockOf = (key: string) => `frontage-form/${key}`

export type Kept = ReturnType<typeof useKeptChanges>

/** Keeps every change of the form in the browser until it is saved, and finds those of forms that ended without saving. */
export function useKeptChanges(form: FormValues, owner: string, isReadOnly: boolean) {
  const { resource, recordId } = form
  const record = `${owner}/${resource.name}/${recordId ?? 'new'}`
  const [isWorking, setWorking] = useState(true)
  const [key] = useState(newKey)
  const [isOwned, setOwned] = useState(false)

  // Held as long as the form is open: changes with a lock belong to a form that is alive.
  useEffect(() => {
    const gone = new AbortController()
    let release: (() => void) | null = null
    void holdLock(lockOf(key), gone.signal).then((held) => {
      release = held
      if (gone.signal.aborted) held?.()
      else setOwned(true)
    })
    return () => {
      gone.abort()
      release?.()
    }
  }, [key])

  const keeper = useRef<ChangeKeeper>(null)
  const { state, dirty, store } = form
  const isIdle = !isOwned || isReadOnly
  const keep = useCallback(
    ({ loaded, mine }: FormState) => {
      keeper.current ??= new ChangeKeeper(key, { store: loadStore, onResult: setWorking })
      const pick = (values: Values) => Object.fromEntries(dirty.map((name) => [name, values[name] ?? null]))
      const version = typeof loaded.version === 'number' ? loaded.version : null
      const typed = { base: pick(loaded), mine: pick(mine), creation: store.creation }
      keeper.current.keep(dirty.length > 0 ? { key, record, at: Date.now(), version, ...typed } : null)
    },
    [key, record, dirty, store],
  )
  useEffect(() => {
    if (!isIdle) keep(store.isAhead ? store.state : state)
  }, [keep, store, state, isIdle])
  const keepLatest = useEffectEvent(() => keep(store.state))
  // Keys that come before the form is rendered with them are kept as well.
  useEffect(() => {
    if (isIdle) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keepHeldBack = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      keepLatest()
    }
    store.onHeldBack = () => {
      timer ??= setTimeout(keepHeldBack, KEEP_MS)
    }
    addEventListener('pagehide', keepHeldBack)
    document.addEventListener('visibilitychange', keepHeldBack)
    return () => {
      keepHeldBack()
      store.onHeldBack = () => {}
      removeEventListener('pagehide', keepHeldBack)
      document.removeEventListener('visibilitychange', keepHeldBack)
    }
  }, [store, isIdle])

  const leftovers = useLeftovers(form, { key, record, isIdle })
  return {
    isKept: isWorking && isOwned,
    isWorking,
    settled: async () => keeper.current?.settled(),
    ...leftovers,
  }
}

type Place = { key: string; record: string; isIdle: boolean }

function useLeftovers(form: FormValues, { key, record, isIdle }: Place) {
  const [leftovers, setLeftovers] = useState<Leftover[]>([])
  // Changes that are stored by now, such as by an answer that came after the page had gone, are not offered.
  const isStored = useEffectEvent(({ mine }: KeptChanges) => {
    const fields = form.resource.fields.filter(({ name }) => name in mine)
    return changedFields(fields, form.state.loaded, { ...form.state.loaded, ...mine }).length === 0
  })
  const look = useEffectEvent(async (place: string, signal: AbortSignal, known: Set<string>) => {
    // The form offers kept changes once it can be used; it writes those that are typed before at once.
    await untilReady()
    const store = await loadStore()
    for (const found of await store.ofRecord(place)) {
      if (found.key === key || known.has(found.key)) continue
      known.add(found.key)
      void adopt(store, found, signal)
    }
  })
  /** Waits until the form that keeps the changes is gone. */
  const adopt = async (store: KeptStore, found: KeptChanges, signal: AbortSignal) => {
    const release = await holdLock(lockOf(found.key), signal)
    if (!release) return
    const changes = signal.aborted ? undefined : await store.get(found.key)
    if (!changes || changes.record !== found.record) return release()
    if (isStored(changes)) {
      await store.remove(changes.key)
      return release()
    }
    const isGone = () => {
      release()
      setLeftovers((now) => now.filter((one) => one.key !== changes.key))
    }
    signal.addEventListener('abort', isGone)
    setLeftovers((now) => [...now, { ...changes, isGone }])
  }
  useEffect(() => {
    if (isIdle) return
    const gone = new AbortController()
    const known = new Set<string>()
    const lookAgain = () => void look(record, gone.signal, known).catch(() => {})
    lookAgain()
    addEventListener('focus', lookAgain)
    // A tab that closes says so.
    const channel = new BroadcastChannel(RECORD_CHANNEL)
    channel.addEventListener('message', lookAgain)
    return () => {
      gone.abort()
      channel.close()
      removeEventListener('focus', lookAgain)
    }
  }, [record, isIdle])

  const remove = useCallback(async ({ key, isGone }: Leftover) => {
    isGone()
    await (await loadStore()).remove(key).catch(() => {})
  }, [])
  const removeStored = useEffectEvent(() => {
    for (const leftover of leftovers) if (isStored(leftover)) void remove(leftover)
  })
  const { loaded } = form.state
  useEffect(() => {
    if (loaded) removeStored()
  }, [loaded])
  return { leftovers, remove }
}
