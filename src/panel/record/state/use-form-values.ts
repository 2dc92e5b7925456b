import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { AnyRecord } from '../../app/api/record-api.ts'
import type { FormModel } from '../../records/form-model.ts'
import { emptyValues } from '../../records/form-values.ts'
import { dirtyFields, type FormAction, initialState } from './form-state.ts'
import { FormStore } from './form-store.ts'

/** The fields of a record's form, with what was typed. */
export type FormValues = ReturnType<typeof useFormValues>

/** The values that a form holds. `record` is null for a new one; for `keepsDrafts` see `FormState`. */
export function useFormValues(model: FormModel, record: AnyRecord | null, keepsDrafts: boolean) {
  const { fields, resource } = model
  const [store] = useState(
    () =>
      new FormStore(initialState(fields, record ?? emptyValues(fields), keepsDrafts), {
        show: (state) => setState(state),
      }),
  )
  const [state, setState] = useState(store.state)
  useLayoutEffect(() => store.rendered(state), [store, state])
  useEffect(() => () => store.close(), [store])
  const dispatch = useCallback(
    (action: FormAction) => {
      store.dispatch(action)
      if (action.type !== 'left') store.onTyped()
    },
    [store],
  )
  const setValue = useCallback(
    (name: string, value: unknown) => dispatch({ type: 'changed', name, value }),
    [dispatch],
  )
  /** A setter for a field that shows itself what is typed into it, and need not be rendered for each key. */
  const setTyped = useCallback(
    (name: string, value: unknown) => {
      store.type(name, value)
      store.onTyped()
    },
    [store],
  )
  return {
    model,
    resource,
    /** The state as it is rendered; `store` may be ahead of it. */
    state,
    store,
    /** Null until the record is stored. */
    recordId: typeof state.loaded.id === 'number' ? state.loaded.id : null,
    /** The names of the fields that are not stored as they are in the form. */
    dirty: dirtyFields(state),
    dispatch,
    setValue,
    setTyped,
  }
}
