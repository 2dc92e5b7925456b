// The state of a record form: the record as loaded, what the user made of it, and the errors at the fields. Pure, so that
// saving, typing meanwhile and merging can be tested in any order.
import type { DraftState, FieldDescription } from '../../../client/index.ts'
import { changedFields, isSameValue, type Values } from '../../records/form-values.ts'
import { PUBLICATION_FIELDS, publicationOf } from '../../records/publication.tsx'
import { type FormErrors, NO_ERRORS, withoutField } from './field-errors.ts'
import { mergeValues } from './merge-values.ts'

export type FormState = {
  fields: readonly FieldDescription[]
  /** The record as the server last sent it; for a new record, the empty values. */
  loaded: Values
  mine: Values
  /** Whether the form is stored in the working copy of a live record, which its first save makes. */
  isDraft: boolean
  /** Whether all that is typed into a live record goes into its working copy. */
  keepsDrafts: boolean
  errors: FormErrors
  /**
   * Text that was typed and stored in another form, such as without the space at its end. It stays as it was typed, and counts as
   * stored, until the focus leaves its field.
   */
  asTyped: Values
}

export type FormAction =
  | { type: 'changed'; name: string; value: unknown }
  /** The server stored `sent`; `mine` may have changed since. `focused` is the field with the focus. */
  | { type: 'saved'; sent: Values; record: Values; focused?: string | null }
  /** The focus has left a field. */
  | { type: 'left'; name: string }
  /** The record as others left it, with nothing to save of mine. */
  | { type: 'reloaded'; record: Values }
  /** The decision after a conflict: from now on, `theirs` counts as loaded. */
  | { type: 'merged'; theirs: Values; mine: Values }
  /** Values that were typed earlier and not saved. */
  | { type: 'restored'; mine: Values }
  | { type: 'refused'; errors: FormErrors }
  /** From now on, what is typed is stored in a working copy. */
  | { type: 'drafting' }
  /** The choice of the account: whether that is always so. */
  | { type: 'chosen'; keepsDrafts: boolean }
  /** The working copy is gone with all that was typed. */
  | { type: 'discarded'; record: Values }
  | { type: 'reset' }

/** The service's data on the working copy, if it sent the record in the state of one; undefined for the live record. */
export const draftOf = ({ draft }: Values) => draft as DraftState | undefined

const hasDraft = (record: Values) => draftOf(record) !== undefined

/** Whether visitors see the record, unless it is hidden: not what is new, unpublished or scheduled. */
export const isLive = (record: Values): boolean =>
  record.id !== undefined && (record.status === undefined || publicationOf(record) === 'published')

export const initialState = (
  fields: readonly FieldDescription[],
  record: Values,
  keepsDrafts = false,
): FormState => ({
  fields,
  loaded: record,
  mine: record,
  isDraft: hasDraft(record) || (keepsDrafts && isLive(record)),
  keepsDrafts,
  errors: NO_ERRORS,
  asTyped: {},
})

export function formReducer(state: FormState, action: FormAction): FormState {
  const next = reduce(state, action)
  return next.keepsDrafts && !next.isDraft && isLive(next.loaded) ? { ...next, isDraft: true } : next
}

function reduce(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'changed':
      if (Object.is(state.mine[action.name], action.value)) return state
      return {
        ...state,
        mine: { ...state.mine, [action.name]: action.value },
        errors: withoutField(state.errors, action.name),
        asTyped: without(state.asTyped, action.name),
      }
    case 'saved':
      return afterSave(state, action)
    case 'left':
      if (!(action.name in state.asTyped)) return state
      return {
        ...state,
        mine: { ...state.mine, [action.name]: state.loaded[action.name] },
        asTyped: without(state.asTyped, action.name),
      }
    case 'reloaded': {
      const sides = { loaded: state.loaded, mine: settledValues(state), theirs: action.record }
      const { merged } = mergeValues(state.fields, sides)
      const isDraft = hasDraft(action.record) || (state.isDraft && !hasDraft(state.loaded))
      return { ...state, loaded: action.record, mine: keepSame(state, merged), isDraft, asTyped: {} }
    }
    case 'merged':
      return { ...state, loaded: action.theirs, mine: keepSame(state, action.mine), asTyped: {} }
    case 'restored':
      return { ...state, mine: action.mine, errors: NO_ERRORS, asTyped: {} }
    case 'refused':
      return { ...state, errors: action.errors }
    case 'drafting':
      return { ...state, isDraft: true }
    case 'chosen':
      return { ...state, keepsDrafts: action.keepsDrafts, isDraft: hasDraft(state.loaded) }
    case 'discarded': {
      const fresh = initialState(state.fields, action.record, state.keepsDrafts)
      return { ...fresh, mine: keepSame(state, action.record) }
    }
    case 'reset':
      return { ...state, mine: state.loaded, errors: NO_ERRORS, asTyped: {} }
  }
}

/** Keys typed while the request was under way stay, on top of the record that the server has stored. */
function afterSave(state: FormState, { sent, record, focused }: FormAction & { type: 'saved' }): FormState {
  const { fields, mine } = state
  const { merged } = mergeValues(fields, { loaded: sent, mine: settledValues(state), theirs: record })
  const values = keepSame(state, merged)
  const asTyped: Values = {}
  for (const { name } of fields) {
    if (name !== focused || Object.is(values[name], mine[name])) continue
    values[name] = mine[name]
    asTyped[name] = mine[name]
  }
  const next = { ...state, loaded: record, mine: values, errors: errorsNotSent(state, sent), asTyped }
  // Text that was typed while the copy was published begins the next one.
  const beginsNext = record.status !== 'draft' && dirtyFields(next).length > 0
  return { ...next, isDraft: state.isDraft && (hasDraft(record) || beginsNext) }
}

/** An error goes only when its field was sent: a save of the others does not hide it. */
function errorsNotSent({ fields, mine, errors }: FormState, sent: Values): FormErrors {
  if (errors.byField.size === 0) return NO_ERRORS
  const wasSent = (name: string) => {
    const field = fields.find((one) => one.name === name)
    return !field || isSameValue(field, sent[name], mine[name])
  }
  return { byField: new Map([...errors.byField].filter(([name]) => !wasSent(name))), general: [] }
}

/** The values with mine in place of those that mean the same, so that no field of the page is made anew. */
function keepSame({ fields, mine }: FormState, values: Values): Values {
  const same = fields.filter((field) => isSameValue(field, values[field.name], mine[field.name]))
  return { ...values, ...Object.fromEntries(same.map(({ name }) => [name, mine[name]])) }
}

const without = (values: Values, name: string): Values =>
  name in values ? Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)) : values

/** Mine, with what is already stored as it was stored. */
export const settledValues = ({ loaded, mine, asTyped }: FormState): Values => ({
  ...mine,
  ...Object.fromEntries(Object.keys(asTyped).map((name) => [name, loaded[name]])),
})

const dirtyOf = new WeakMap<FormState, string[]>()

/** The names of the fields that are not stored as they are in the form. */
export function dirtyFields(state: FormState): string[] {
  const known = dirtyOf.get(state)
  if (known) return known
  const { fields, loaded } = state
  const dirty = changedFields(fields, loaded, settledValues(state))
  dirtyOf.set(state, dirty)
  return dirty
}

const isWithheld = ({ errors, isDraft }: FormState, name: string) =>
  (PUBLICATION_FIELDS.includes(name) && !isDraft) || errors.byField.has(name)

/** The dirty fields that an autosave sends: without those that the service has refused as they are. */
export const autosavedFields = (state: FormState): string[] =>
  dirtyFields(state).filter((name) => !isWithheld(state, name))

/** The values that a request is to store. */
export function valuesToSend(state: FormState, isAutosave: boolean): Values {
  const values = settledValues(state)
  if (!isAutosave) return values
  const withheld = dirtyFields(state).filter((name) => isWithheld(state, name))
  return { ...values, ...Object.fromEntries(withheld.map((name) => [name, state.loaded[name]])) }
}
