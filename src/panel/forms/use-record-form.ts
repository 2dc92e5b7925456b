import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiProblem } from '../../client/index.ts'
import { useProblemMessage } from '../api/problem-message.ts'
import { announce } from '../design/announce.ts'
import { useWords } from '../words/words-context.tsx'
import { errorsByField } from './field-errors.ts'
import type { FormModel } from './form-model.ts'
import { dirtyFields, type FormAction, formReducer, initialState } from './form-state.ts'
import { createBody, emptyValues, patchBody, type Values } from './form-values.ts'
import { type Merge, mergeValues } from './merge-values.ts'
import { type AnyRecord, useRecordApi } from './record-api.ts'

/** Somebody else changed the record; `extra` is what the save was to set besides the fields. */
export type FormConflict = { theirs: AnyRecord; merge: Merge; extra: Values }

/** `deleted`: the record is gone, what was typed is still in the form. */
export type SaveProblem = { kind: 'failed'; error: unknown } | { kind: 'deleted' }

export type RecordForm = ReturnType<typeof useRecordForm>

/** The state of one record's form, and saving it. `record` is null for a new one. */
export function useRecordForm(model: FormModel, record: AnyRecord | null) {
  const { fields, resource } = model
  const { state, current, dispatch } = useFormState(model, record)
  const [recordId, setRecordId] = useState(record?.id ?? null)
  const [isSaving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const store = useStore(resource.name, record)
  const speakProblem = useSpokenProblem()
  const setValue = useCallback(
    (name: string, value: unknown) => dispatch({ type: 'changed', name, value }),
    [dispatch],
  )

  /** Compares with what others stored. True if they changed no field, so that there is nothing to ask. */
  const compare = (theirs: AnyRecord, extra: Values): boolean => {
    const { loaded, mine } = current.current
    const merge = mergeValues(fields, { loaded, mine, theirs })
    const isSettled = merge.conflicts.length === 0 && merge.adopted.length === 0
    if (isSettled) dispatch({ type: 'merged', theirs, mine: merge.merged })
    else setConflict({ theirs, merge, extra })
    return isSettled
  }

  async function attempt(extra: Values): Promise<AnyRecord | null> {
    const { loaded, mine } = current.current
    const wanted = { ...mine, ...extra }
    const body = store.isNew() ? createBody(fields, wanted) : patchBody(fields, loaded, wanted)
    if (!store.isNew() && Object.keys(body).length === 0) return loaded as AnyRecord
    try {
      const stored = await store.write(body, loaded.version)
      dispatch({ type: 'saved', sent: mine, record: stored })
      setRecordId(stored.id)
      return stored
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'stale')) throw error
      return compare(await store.read(), extra) ? attempt(extra) : null
    }
  }

  function refuse(error: unknown) {
    const errors = error instanceof ApiProblem ? errorsByField(error.errors, fields) : null
    if (errors && errors.byField.size > 0) {
      dispatch({ type: 'refused', errors })
      setRefusals((count) => count + 1)
      return
    }
    const isGone = error instanceof ApiProblem && error.code === 'not_found'
    setProblem(isGone ? { kind: 'deleted' } : { kind: 'failed', error })
    speakProblem(isGone ? null : error)
  }

  async function saveNow(extra: Values): Promise<AnyRecord | null> {
    setSaving(true)
    setProblem(null)
    try {
      const stored = await attempt(extra)
      if (stored) setSavedAt(new Date().toISOString())
      return stored
    } catch (error) {
      refuse(error)
      return null
    } finally {
      setSaving(false)
    }
  }

  /** Saves after any save that is under way. Resolves with the stored record, or null if nothing was stored. */
  function save(extra: Values = {}): Promise<AnyRecord | null> {
    const result = queue.current.then(() => saveNow(extra))
    queue.current = result
    return result
  }

  return {
    ...{ model, resource, state, recordId, isSaving, savedAt, conflict, problem, setValue, save, dispatch },
    dirty: dirtyFields(state),
    /** How often the service refused fields; each time, the first of them gets the focus. */
    refusals,
    /** Shows what others changed, before anything is saved. */
    review: (theirs: AnyRecord) => void compare(theirs, {}),
    closeConflict: () => setConflict(null),
    /** Saves what was decided in the conflict dialog. */
    resolve(decided: FormConflict, mine: Values) {
      setConflict(null)
      dispatch({ type: 'merged', theirs: decided.theirs, mine })
      return save(decided.extra)
    },
    /** Stores what is in the form as a new record, after the old one was deleted. */
    saveAsNew() {
      store.forget()
      return save()
    },
  }
}

/** `current` is the present state for requests that end after later keys. */
function useFormState({ fields }: FormModel, record: AnyRecord | null) {
  const [state, setState] = useState(() => initialState(fields, record ?? emptyValues(fields)))
  const current = useRef(state)
  const dispatch = useCallback((action: FormAction) => {
    current.current = formReducer(current.current, action)
    setState(current.current)
  }, [])
  return { state, current, dispatch }
}

function useSpokenProblem() {
  const t = useWords('forms')
  const describe = useProblemMessage()
  return (error: unknown) =>
    announce(
      error === null ? t('deleted_meanwhile') : `${t('not_saved')} ${describe(error).message}`,
      'assertive',
    )
}

/** The requests, with the caches of other screens kept up to date. */
function useStore(resource: string, record: AnyRecord | null) {
  const records = useRecordApi(resource)
  const queries = useQueryClient()
  const id = useRef(record?.id ?? null)
  return {
    isNew: () => id.current === null,
    forget() {
      id.current = null
    },
    read: () => records.get(id.current!),
    async write(body: Values, version: unknown) {
      const stored =
        id.current === null
          ? await records.create(body)
          : await records.patch(id.current, body, { version: Number(version) })
      id.current = stored.id
      queries.setQueryData(['record', resource, String(stored.id)], stored)
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
