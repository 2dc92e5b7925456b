import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiProblem, type FieldDescription } from '../../../client/index.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { type FormModel, titleFieldOf } from '../../records/form-model.ts'
import { createBody, emptyValues, patchBody, type Values } from '../../records/form-values.ts'
import { newKey } from '../../records/new-key.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { KeptChanges } from '../autosave/kept-changes.ts'
import { type Failure, looksSame } from '../autosave/save-queue.ts'
import { type Attempt, type Outcome, SaveRunner, type SaveRunnerParts } from '../autosave/save-runner.ts'
import { errorsByField } from './field-errors.ts'
import {
  autosavedFields,
  dirtyFields,
  type FormAction,
  initialState,
  settledValues,
  valuesToSend,
} from './form-state.ts'
import { FormStore } from './form-store.ts'
import { type Merge, type MergeText, mergeValues } from './merge-values.ts'
import { useRecordStore } from './use-record-store.ts'

/** The same fields have other values at both sides. */
export type FormConflict = {
  mine: Values
  theirs: Values
  merge: Merge
  /** What counts as stored once it is decided: the record of the others, or null for the one in the form. */
  record: AnyRecord | null
  /** What the save was to set besides the fields. */
  extra: Values
}

/** `deleted`: the record is gone, what was typed is still in the form. `extra` is for trying again. */
export type SaveProblem = { kind: 'failed'; error: unknown; extra: Values } | { kind: 'deleted' }

export type RecordForm = ReturnType<typeof useRecordForm>

/** The state of one record's form, and saving it. `record` is null for a new one. */
export function useRecordForm(model: FormModel, record: AnyRecord | null) {
  const t = useWords('forms')
  const { fields, resource } = model
  const { state, store: values } = useFormState(model, record)
  const [recordId, setRecordId] = useState(record?.id ?? null)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const store = useRecordStore(resource.name, record)
  const speakProblem = useSpokenProblem()
  const showAdopted = useShownAdopted()
  const { runner, queue } = useSaveRunner({
    isDirty: () => values.isAhead || autosavedFields(values.state).length > 0,
    isReady: () => !store.isNew() || isReadyToCreate(model, valuesToSend(values.state, true)),
    send,
  })
  const dispatch = useCallback(
    (action: FormAction) => {
      values.dispatch(action)
      if (action.type !== 'left') runner.tell({ type: 'typed' })
    },
    [values, runner],
  )
  const setValue = useCallback(
    (name: string, value: unknown) => dispatch({ type: 'changed', name, value }),
    [dispatch],
  )
  /** For a field that shows itself what is typed into it, and need not be rendered for each key. */
  const setTyped = useCallback(
    (name: string, value: unknown) => {
      values.type(name, value)
      runner.tell({ type: 'typed' })
    },
    [values, runner],
  )

  /** Merges what others stored into the form. False if both changed the same: then the user decides. */
  const compare = async (theirs: AnyRecord, isAutosave: boolean, extra: Values) => {
    const mergeText = await loadMergeText()
    const { loaded } = values.state
    const mine = settledValues(values.state)
    const merge = mergeValues(fields, { loaded, mine, theirs }, mergeText)
    if (merge.conflicts.length === 0) {
      values.dispatch({ type: 'merged', theirs, mine: merge.merged })
      showAdopted([...merge.adopted, ...merge.combined])
      return true
    }
    // No dialog opens under the hands of somebody who types; the next autosave comes back to it.
    if (!(isAutosave && runner.queue.hasTypedSince))
      setConflict({ mine, theirs, merge, record: theirs, extra })
    return false
  }

  /** Repeats the request for a new record whose answer was lost: it creates the record or returns the one it has created. */
  async function repeatCreation() {
    const lost = values.creation
    if (!lost || !store.isNew()) return
    try {
      const record = await store.write(lost.body, { key: lost.key, autosave: true })
      values.creation = null
      // Others may have changed it since, which the next save finds out.
      const created = record.version === 1 ? record : { ...record, ...lost.sent, version: 1 }
      values.dispatch({ type: 'saved', sent: lost.sent, record: created, focused: focusedField() })
      setRecordId(record.id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // It has never been created, and what was typed since may be right.
      values.creation = null
    }
  }

  async function attempt(isAutosave: boolean, extra: Values): Promise<AnyRecord | null> {
    await repeatCreation()
    const { loaded } = values.state
    const sent = valuesToSend(values.state, isAutosave)
    const wanted = { ...sent, ...extra }
    const body = store.isNew() ? createBody(fields, wanted) : patchBody(fields, loaded, wanted)
    if (!store.isNew() && Object.keys(body).length === 0) return loaded as AnyRecord
    const key = newKey()
    if (store.isNew()) values.create({ sent, body, key })
    try {
      const stored = await store.write(body, { version: loaded.version, autosave: isAutosave, key })
      values.creation = null
      values.dispatch({ type: 'saved', sent, record: stored, focused: focusedField() })
      setRecordId(stored.id)
      return stored
    } catch (error) {
      if (!isWithoutAnswer(error)) values.creation = null
      if (!(error instanceof ApiProblem && error.code === 'stale')) throw error
      const theirs = await store.read()
      if (!(await compare(theirs, isAutosave, extra))) return null
      // Somebody has published it meanwhile: from now on it waits for "Save".
      return isAutosave && resource.publishable && theirs.status !== 'draft'
        ? theirs
        : attempt(isAutosave, extra)
    }
  }

  function refuse(error: unknown, isAutosave: boolean, extra: Values): Failure {
    const errors = error instanceof ApiProblem ? errorsByField(error.errors, fields) : null
    if (errors && errors.byField.size > 0) {
      const wasDirty = autosavedFields(values.state)
      values.dispatch({ type: 'refused', errors })
      // An autosave shows the errors at their fields, without moving the focus.
      if (!isAutosave) setRefusals((count) => count + 1)
      // Without a field to leave out, the same request would be refused again.
      const isSame = autosavedFields(values.state).length === wasDirty.length
      return isSame ? 'stopped' : 'refused'
    }
    const failure = failureOf(error)
    // The queue tries again by itself, and the state line tells so.
    if (failure === 'offline' && isEmpty(extra)) {
      if (runner.queue.lastFailure !== 'offline') announce(t('offline_kept'))
      return failure
    }
    const isGone = error instanceof ApiProblem && error.code === 'not_found'
    setProblem(isGone ? { kind: 'deleted' } : { kind: 'failed', error, extra })
    // Said once of an autosave that fails again and again.
    if (!isAutosave || runner.queue.lastFailure !== failure) speakProblem(isGone ? null : error)
    return failure
  }

  async function send({ isAutosave, extra }: Attempt<Values>): Promise<Outcome<AnyRecord>> {
    try {
      const stored = await attempt(isAutosave, extra ?? {})
      if (!stored) return { failure: 'conflict' }
      setSavedAt(new Date().toISOString())
      // What an autosave stores does not settle a failed publication.
      setProblem((now) => (isAutosave && now?.kind === 'failed' && !isEmpty(now.extra) ? now : null))
      return { stored }
    } catch (error) {
      return { failure: refuse(error, isAutosave, extra ?? {}) }
    }
  }

  /** Saves after any save that is under way. Resolves with the stored record, or null if nothing was stored. */
  const save = (extra: Values = {}) => runner.save(isEmpty(extra) ? null : extra)

  return {
    ...{ model, resource, state, recordId, savedAt, conflict, problem, setValue, setTyped, save, dispatch },
    ...{ queue, runner, values },
    dirty: dirtyFields(state),
    /** A save that the user has asked for is under way. */
    isSaving: queue.running === 'save',
    /** How often the service refused fields; each time, the first of them gets the focus. */
    refusals,
    /** Compares with what others changed, before anything is saved. */
    review: (theirs: AnyRecord) => void compare(theirs, false, {}),
    closeConflict: () => setConflict(null),
    /**
     * Brings back what was typed earlier on top of `base`. Where the form has another value by now, the user decides; then it
     * returns false. `creation` may have created the record meanwhile.
     */
    restore({ base, mine: typed, creation = null }: Pick<KeptChanges, 'base' | 'mine' | 'creation'>) {
      if (store.isNew()) values.creation = creation
      const now = settledValues(values.state)
      const sides = { loaded: { ...now, ...base }, mine: { ...now, ...typed }, theirs: now }
      const merge = mergeValues(fields, sides)
      const isSettled = merge.conflicts.length === 0
      if (isSettled) dispatch({ type: 'restored', mine: merge.merged })
      else setConflict({ mine: sides.mine, theirs: now, merge, record: null, extra: {} })
      return isSettled
    },
    /** Saves what was decided in the conflict dialog. */
    resolve(decided: FormConflict, mine: Values) {
      setConflict(null)
      values.dispatch({ type: 'merged', theirs: decided.record ?? values.state.loaded, mine })
      return save(decided.extra)
    },
    /** Sends what waits to be saved by itself; resolves with whether everything is stored. */
    async flush() {
      await runner.flush()
      return dirtyFields(values.state).length === 0
    },
    /** Stores what is in the form as a new record, after the old one was deleted. */
    saveAsNew() {
      store.forget()
      return save()
    },
  }
}

/** Without the script, such as on a lost connection, the user decides on every text that both changed. */
const loadMergeText = (): Promise<MergeText | undefined> =>
  import('../autosave/merge-rich-text.ts').then(
    ({ mergeRichText }) => mergeRichText,
    () => undefined,
  )

const isEmpty = (values: Values) => Object.keys(values).length === 0

/** The service may have done what was asked. */
const isWithoutAnswer = (error: unknown) => !(error instanceof ApiProblem) || error.status >= 500

/** The request was not carried out, and never will be. */
const isRefusal = (error: unknown) =>
  error instanceof ApiProblem && [400, 404, 409, 413, 422].includes(error.status)

/** Errors that may pass by themselves; a request that was not answered counts as offline. */
function failureOf(error: unknown): Failure {
  if (error instanceof ApiProblem) return error.status >= 500 || error.status === 429 ? 'failed' : 'stopped'
  return error instanceof TypeError ? 'offline' : 'stopped'
}

/**
 * Whether a new record has what the service asks for. Not while its title is typed, because the service makes the slug from
 * it.
 */
function isReadyToCreate({ resource, fields }: FormModel, values: Values) {
  if (focusedField() === titleFieldOf(resource)?.name) return false
  return fields.every(({ required, name }) => !required || String(values[name] ?? '').trim() !== '')
}

/** The field of the form that has the focus. */
export const focusedField = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null

/** The rendered state, and the store that may be ahead of it. */
function useFormState({ fields }: FormModel, record: AnyRecord | null) {
  const [store] = useState(
    () =>
      new FormStore(initialState(fields, record ?? emptyValues(fields)), {
        show: (state) => setState(state),
      }),
  )
  const [state, setState] = useState(store.state)
  useLayoutEffect(() => store.rendered(state), [store, state])
  useEffect(() => () => store.close(), [store])
  return { state, store }
}

/** One runner for the life of the form, which uses the functions of the latest render. */
function useSaveRunner(parts: Omit<SaveRunnerParts<Values, AnyRecord>, 'onChange'>) {
  const latest = useRef(parts)
  latest.current = parts
  const [runner] = useState(
    () =>
      new SaveRunner<Values, AnyRecord>({
        isDirty: () => latest.current.isDirty(),
        isReady: () => latest.current.isReady(),
        send: (attempt) => latest.current.send(attempt),
        onChange: (queue) => {
          if (!looksSame(queue, shown.current)) setQueue(queue)
          shown.current = queue
        },
      }),
  )
  const [queue, setQueue] = useState(runner.queue)
  const shown = useRef(queue)
  useEffect(() => () => runner.close(), [runner])
  return { runner, queue }
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

/** Names the fields that others changed and that came into the form. */
function useShownAdopted() {
  const t = useWords('forms')
  const labelOf = useFieldLabel()
  return (adopted: readonly FieldDescription[]) => {
    const shown = adopted.filter(({ read_only }) => !read_only)
    if (shown.length > 0) showToast(t('adopted', { fields: shown.map(labelOf).join(t('comma')) }))
  }
}
