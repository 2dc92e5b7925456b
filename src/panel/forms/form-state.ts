// The state of a record form: the record as loaded, what the user made of it, and the errors at the fields. Pure, so that
// saving, typing meanwhile and merging can be tested in any order.
import type { FieldDescription } from '../../client/index.ts'
import { type FormErrors, NO_ERRORS, withoutField } from './field-errors.ts'
import { changedFields, type Values } from './form-values.ts'
import { mergeValues } from './merge-values.ts'

export type FormState = {
  fields: readonly FieldDescription[]
  /** The record as the server last sent it; for a new record, the empty values. */
  loaded: Values
  mine: Values
  errors: FormErrors
}

export type FormAction =
  | { type: 'changed'; name: string; value: unknown }
  /** The server stored `sent`; `mine` may have changed since. */
  | { type: 'saved'; sent: Values; record: Values }
  /** The record as others left it, with nothing to save of mine. */
  | { type: 'reloaded'; record: Values }
  /** Decided after a conflict: from now on, `theirs` counts as loaded. */
  | { type: 'merged'; theirs: Values; mine: Values }
  | { type: 'refused'; errors: FormErrors }
  | { type: 'reset' }

export const initialState = (fields: readonly FieldDescription[], record: Values): FormState => ({
  ...{ fields, loaded: record, mine: record, errors: NO_ERRORS },
})

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'changed':
      if (Object.is(state.mine[action.name], action.value)) return state
      return {
        ...state,
        mine: { ...state.mine, [action.name]: action.value },
        errors: withoutField(state.errors, action.name),
      }
    case 'saved': {
      // What was typed while the request was under way stays, on top of what the server made of the rest.
      const sides = { loaded: action.sent, mine: state.mine, theirs: action.record }
      const { merged } = mergeValues(state.fields, sides)
      return { ...state, loaded: action.record, mine: merged, errors: NO_ERRORS }
    }
    case 'reloaded': {
      const sides = { loaded: state.loaded, mine: state.mine, theirs: action.record }
      const { merged } = mergeValues(state.fields, sides)
      return { ...state, loaded: action.record, mine: merged }
    }
    case 'merged':
      return { ...state, loaded: action.theirs, mine: action.mine, errors: NO_ERRORS }
    case 'refused':
      return { ...state, errors: action.errors }
    case 'reset':
      return { ...state, mine: state.loaded, errors: NO_ERRORS }
  }
}

export const dirtyFields = ({ fields, loaded, mine }: FormState) => changedFields(fields, loaded, mine)
