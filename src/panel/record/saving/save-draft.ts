// Stores a form in the working copy of its record, and publishes or discards the copy. A form loads this when it begins to
// have one.
import { ApiProblem } from '../../../client/api-problem.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { changedFields, patchBody, type Values } from '../../records/form-values.ts'
import { dirtyFields, draftOf, settledValues, valuesToSend } from '../state/form-state.ts'
import { mergeValues } from '../state/merge-values.ts'
import type { FormValues } from '../state/use-form-values.ts'
import { loadMergeText, type Merging } from './use-merging.ts'
import type { RecordStore } from './use-record-store.ts'

/** Further effects of saving a working copy; `base_version` after a merge with the live record. */
export type DraftExtra = {
  publish_at?: string | null
  base_version?: number
  action?: 'publish' | 'discard'
  /** Of the live record, at once: the copy stays as it is. */
  status?: 'published' | 'draft'
  published_at?: string
}

type Parts = {
  form: Pick<FormValues, 'model' | 'store'>
  requests: RecordStore
  merging: Merging
  /** Takes over what was stored. */
  settle: (sent: Values, stored: AnyRecord) => void
  /** Whether no dialog may open, because somebody types. */
  isQuiet: () => boolean
}

/** Resolves with the record as it is then, or with null where the user has to decide first. */
export async function saveDraft(
  parts: Parts,
  isAutosave: boolean,
  extra: DraftExtra,
): Promise<AnyRecord | null> {
  const { store } = parts.form
  const { action, status, published_at, ...controls } = extra
  try {
    if (action === 'discard') return await discard(parts)
    const publication = { ...(status && { status }), ...(published_at && { published_at }) }
    if (status || published_at) return await changePublication(parts, publication)
    if (action === undefined && isAsLive(parts, isAutosave, controls)) return await endEqual(parts)
    await write(parts, isAutosave, controls)
    const { loaded } = store.state
    return action === 'publish' && draftOf(loaded) ? await publish(parts) : (loaded as AnyRecord)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.code === 'base_changed') {
      const names = error.errors.map(({ path }) => path)
      const merged = await mergeWithLive(parts, names)
      return merged && saveDraft(parts, isAutosave, merged)
    }
    // Somebody else has changed the copy, or has published or discarded it.
    const isGone = error.code === 'not_found' && action === 'publish'
    if (error.code !== 'stale' && !isGone) throw error
    const theirs = await parts.requests.readDraft()
    if (!(await parts.merging.compare(theirs, extra, parts.isQuiet))) return null
    if (!draftOf(theirs) && dirtyFields(store.state).length === 0)
      store.dispatch({ type: 'discarded', record: theirs })
    if (action === 'discard' || !store.state.isDraft) return store.state.loaded as AnyRecord
    const { base_version: _, ...again } = extra
    return saveDraft(parts, isAutosave, again)
  }
}

async function write({ form, requests, settle }: Parts, isAutosave: boolean, controls: Values) {
  const { loaded } = form.store.state
  const sent = valuesToSend(form.store.state, isAutosave)
  const body = { ...patchBody(form.model.fields, loaded, sent), ...controls }
  if (Object.keys(body).length === 0) return
  const stored = await requests.records.patchDraft(requests.id(), body, checkOf(loaded))
  await requests.keepDraft(stored)
  settle(sent, stored)
}

/** Whether every change of the copy has been undone by hand. */
function isAsLive({ form: { model, store }, requests }: Parts, isAutosave: boolean, controls: Values) {
  const { loaded } = store.state
  const draft = draftOf(loaded)
  const live = requests.live()
  if (!draft || draft.publish_at || Object.keys(controls).length > 0) return false
  if (live?.version !== draft.base_version || live.version !== loaded.version) return false
  return changedFields(model.resource.fields, live, valuesToSend(store.state, isAutosave)).length === 0
}

/** A copy that is the same as the live record is not kept. */
async function endEqual({ form: { store }, requests, settle }: Parts) {
  const { loaded } = store.state
  const live = requests.live()!
  await requests.records.discardDraft(requests.id(), checkOf(loaded))
  await requests.keepDraft(live)
  settle(live, live)
  return live
}

async function changePublication({ form: { store }, requests, settle }: Parts, publication: Values) {
  const { loaded } = store.state
  await requests.records.patch(requests.id(), publication, { version: Number(loaded.version) })
  const stored = await requests.readDraft()
  await requests.keepDraft(stored)
  settle(loaded, stored)
  return stored
}

async function publish({ form: { store }, requests, settle }: Parts) {
  const { loaded } = store.state
  const live = await requests.records.publishDraft(requests.id(), checkOf(loaded))
  await requests.keepDraft(live)
  settle(loaded, live)
  return live
}

async function discard({ form: { store }, requests }: Parts) {
  const { loaded } = store.state
  if (draftOf(loaded))
    await requests.records.discardDraft(requests.id(), checkOf(loaded)).catch((error) => {
      // Somebody else may have done it.
      if (!(error instanceof ApiProblem && error.code === 'not_found')) throw error
    })
  const live = await requests.records.get(requests.id())
  await requests.keepDraft(live)
  store.dispatch({ type: 'discarded', record: live })
  return live
}

/** Before the first change, the copy has the version of the record that it begins from. */
function checkOf(loaded: Values) {
  const draft = draftOf(loaded)
  return { version: draft ? (`d${draft.version}` as const) : Number(loaded.version) }
}

/**
 * Merges fields that the copy and the live record have both changed. Resolves with how to publish the result, or with null where
 * the user has to decide first.
 */
async function mergeWithLive({ form: { model, store }, requests, merging }: Parts, names: readonly string[]) {
  const live = await requests.records.get(requests.id())
  const base = await readVersion(requests, Number(draftOf(store.state.loaded)?.base_version))
  const fields = model.fields.filter(({ name }) => names.includes(name))
  const mine = settledValues(store.state)
  const found = mergeValues(fields, { loaded: base, mine, theirs: live }, await loadMergeText())
  const decided = Object.fromEntries(names.map((name) => [name, found.merged[name]]))
  const merge = { ...found, merged: { ...mine, ...decided } }
  const extra = { base_version: live.version, action: 'publish' } as const
  if (merge.conflicts.length > 0) {
    merging.ask({ mine, theirs: live, merge, record: null, extra })
    return null
  }
  store.dispatch({ type: 'merged', theirs: store.state.loaded, mine: merge.merged })
  return extra
}

/** The state of the record in a version; empty where the history does not go back to it. */
async function readVersion({ records, id }: RecordStore, version: number): Promise<Values> {
  const { items } = await records.revisions(id())
  const revision = items.find((one) => one.version === version)
  return revision ? (await records.revision(id(), revision.id)).state : {}
}
