import { useLayoutEffect, useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { requireScript } from '../../app/api/missing-scripts.ts'
import { newKey } from '../../app/api/new-key.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { FormModel } from '../../records/form-model.ts'
import { createBody, patchBody, type Values } from '../../records/form-values.ts'
import { namingField } from '../../records/record-names.ts'
import { errorsByField } from '../state/field-errors.ts'
import { autosavedFields, dirtyFields, valuesToSend } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'
import { failureOf, isRefusal, isWithoutAnswer, retryAfterOf } from './failures.ts'
import type { Failure } from './save-queue.ts'
import type { Attempt, Outcome } from './save-runner.ts'
import { useMerging } from './use-merging.ts'
import { useRecordStore } from './use-record-store.ts'
import { useSaveRunner } from './use-save-runner.ts'

/** `deleted`: the record is gone, what was typed is still in the form. `extra` is for trying again. */
type SaveProblem = { kind: 'failed'; error: unknown; extra: Values } | { kind: 'deleted' }

export type Saving = ReturnType<typeof useSaving>

const loadSaveDraft = () => import('./save-draft.ts')

/** Saving a form: its queue of requests, what became of the last one, and the changes of others. */
export function useSaving(form: FormValues, record: AnyRecord | null) {
  const t = useWords('forms')
  const { model, resource, store } = form
  const { fields } = model
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const requests = useRecordStore(resource.name, record)
  const merging = useMerging(form)
  const speakProblem = useSpokenProblem()
  const { runner, queue } = useSaveRunner({
    isDirty: () => store.isAhead || autosavedFields(store.state).length > 0,
    isReady: () => !requests.isNew() || isReadyToCreate(model, valuesToSend(store.state, true)),
    send,
  })
  useLayoutEffect(() => {
    store.onTyped = () => runner.tell({ type: 'typed' })
  }, [store, runner])

  const settle = (sent: Values, stored: AnyRecord) => {
    store.creation = null
    store.dispatch({ type: 'saved', sent, record: stored, focused: focusedField() })
  }

  /** Repeats the request for a new record whose answer was lost: it creates the record or returns the one it has created. */
  async function repeatCreation() {
    const lost = store.creation
    if (!lost || !requests.isNew()) return
    try {
      const stored = await requests.write(lost.body, { key: lost.key, autosave: true })
      // Others may have changed it since, which the next save finds out.
      settle(lost.sent, stored.version === 1 ? stored : { ...stored, ...lost.sent, version: 1 })
    } catch (error) {
      if (!isRefusal(error)) throw error
      // It has never been created, and what was typed since may be right.
      store.creation = null
    }
  }

  async function attempt(isAutosave: boolean, extra: Values): Promise<AnyRecord | null> {
    await repeatCreation()
    const { loaded } = store.state
    const sent = valuesToSend(store.state, isAutosave)
    const wanted = { ...sent, ...extra }
    const body = requests.isNew() ? createBody(fields, wanted) : patchBody(fields, loaded, wanted)
    if (!requests.isNew() && Object.keys(body).length === 0) return loaded as AnyRecord
    const key = newKey()
    if (requests.isNew()) store.create({ sent, body, key })
    try {
      const stored = await requests.write(body, { version: loaded.version, autosave: isAutosave, key })
      settle(sent, stored)
      return stored
    } catch (error) {
      if (!isWithoutAnswer(error)) store.creation = null
      if (!(error instanceof ApiProblem && error.code === 'stale')) throw error
      const theirs = await requests.read()
      // No dialog opens under the hands of somebody who types; the next autosave comes back to it.
      const isQuiet = () => isAutosave && runner.queue.hasTypedSince
      if (!(await merging.compare(theirs, extra, isQuiet))) return null
      // Somebody has published it meanwhile: from now on it waits for "Save".
      return isAutosave && resource.publishable && theirs.status !== 'draft'
        ? theirs
        : attempt(isAutosave, extra)
    }
  }

  async function attemptDraft(isAutosave: boolean, extra: Values) {
    const { saveDraft } = await requireScript(loadSaveDraft)
    const isQuiet = () => isAutosave && runner.queue.hasTypedSince
    return saveDraft({ form, requests, merging, settle, isQuiet }, isAutosave, extra)
  }

  function refuse(error: unknown, isAutosave: boolean, extra: Values): Failure {
    const errors = error instanceof ApiProblem ? errorsByField(error.errors, fields) : null
    if (errors && errors.byField.size > 0) {
      const wasDirty = autosavedFields(store.state)
      store.dispatch({ type: 'refused', errors })
      // An autosave shows the errors at their fields, without moving the focus.
      if (!isAutosave) setRefusals((count) => count + 1)
      // The same request would be refused again if there is no field to leave out.
      const isSame = autosavedFields(store.state).length === wasDirty.length
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
      const isOfDraft = store.state.isDraft && !requests.isNew()
      const stored = await (isOfDraft ? attemptDraft : attempt)(isAutosave, extra ?? {})
      if (!stored) return { failure: 'conflict' }
      setSavedAt(new Date().toISOString())
      // A failed publication is not settled by an autosave.
      setProblem((now) => (isAutosave && now?.kind === 'failed' && !isEmpty(now.extra) ? now : null))
      return { stored }
    } catch (error) {
      return { failure: refuse(error, isAutosave, extra ?? {}), retryAfterMs: retryAfterOf(error) }
    }
  }

  /** Saves after any save that is under way. Resolves with the stored record, or null if nothing was stored. */
  const save = (extra: Values = {}) => runner.save(isEmpty(extra) ? null : extra)

  return {
    queue,
    runner,
    merging,
    savedAt,
    problem,
    /** The number of times that the service refused fields; each time, the first of them gets the focus. */
    refusals,
    save,
    /** Saves what was decided in the conflict dialog. */
    resolve(mine: Values) {
      const { extra = {} } = merging.conflict ?? {}
      merging.settle(mine)
      return save(extra)
    },
    /** Closes the conflict dialog without a decision. A publication that asked is given up, and the copy saves by itself again. */
    leaveConflict() {
      const isPublication = merging.conflict?.extra.base_version !== undefined
      merging.settle(null)
      if (isPublication) void save()
    },
    /** Sends what waits to be saved by itself; resolves with whether everything is stored. */
    async flush() {
      await runner.flush()
      return dirtyFields(store.state).length === 0
    },
    /** Stores what is in the form as a new record, after the old one was deleted. */
    saveAsNew() {
      requests.forget()
      return save()
    },
  }
}

const isEmpty = (values: Values) => Object.keys(values).length === 0

/**
 * Whether a new record has what the service asks for. Not while its title is typed, because the service makes the slug from
 * it.
 */
function isReadyToCreate({ resource, fields }: FormModel, values: Values) {
  if (focusedField() === namingField(resource)?.name) return false
  return fields.every(({ required, name }) => !required || String(values[name] ?? '').trim() !== '')
}

/** The field of the form that has the focus. */
const focusedField = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null

function useSpokenProblem() {
  const t = useWords('forms')
  const describe = useProblemMessage()
  return (error: unknown) =>
    announce(
      error === null ? t('deleted_meanwhile') : `${t('not_saved')} ${describe(error).message}`,
      'assertive',
    )
}
