import { useState } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { Values } from '../../records/form-values.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { settledValues } from '../state/form-state.ts'
import { type Merge, type MergeText, mergeValues } from '../state/merge-values.ts'
import type { FormValues } from '../state/use-form-values.ts'
import type { KeptChanges } from './kept-changes.ts'

/** The same fields have other values at both sides. */
export type FormConflict = {
  mine: Values
  theirs: Values
  merge: Merge
  /** The record of the others, which counts as stored once it is decided; null for the one in the form. */
  record: AnyRecord | null
  /** Values that the save was to set besides the fields. */
  extra: Values
}

export type Merging = ReturnType<typeof useMerging>

/** Brings changes by others, and changes that were kept from earlier, into the form. */
export function useMerging({ model: { fields }, store, recordId, dispatch }: FormValues) {
  const [conflict, setConflict] = useState<FormConflict | null>(null)
  const showAdopted = useShownAdopted()
  return {
    conflict,
    /** Lets the user decide. */
    ask: setConflict,
    /** Merges what others stored. False if both changed the same: then the user decides, unless `isQuiet`. */
    async compare(theirs: AnyRecord, extra: Values = {}, isQuiet = () => false) {
      const mergeText = await loadMergeText()
      const { loaded } = store.state
      const mine = settledValues(store.state)
      const merge = mergeValues(fields, { loaded, mine, theirs }, mergeText)
      if (merge.conflicts.length === 0) {
        store.dispatch({ type: 'merged', theirs, mine: merge.merged })
        showAdopted([...merge.adopted, ...merge.combined])
        return true
      }
      if (!isQuiet()) setConflict({ mine, theirs, merge, record: theirs, extra })
      return false
    },
    /**
     * Brings back what was typed earlier on top of `base`. Where the form has another value by now, the user decides; then it
     * returns false. `creation` may have created the record meanwhile.
     */
    restore({ base, mine: typed, creation = null }: Pick<KeptChanges, 'base' | 'mine' | 'creation'>) {
      if (recordId === null) store.creation = creation
      const now = settledValues(store.state)
      const sides = { loaded: { ...now, ...base }, mine: { ...now, ...typed }, theirs: now }
      const merge = mergeValues(fields, sides)
      const isSettled = merge.conflicts.length === 0
      if (isSettled) dispatch({ type: 'restored', mine: merge.merged })
      else setConflict({ mine: sides.mine, theirs: now, merge, record: null, extra: {} })
      return isSettled
    },
    /** Ends the conflict with the values that were decided; null leaves everything as it is. */
    settle(mine: Values | null) {
      setConflict(null)
      if (mine && conflict)
        store.dispatch({ type: 'merged', theirs: conflict.record ?? store.state.loaded, mine })
    },
  }
}

/** The user decides on every text that both changed if the script is missing, such as on a lost connection. */
export const loadMergeText = (): Promise<MergeText | undefined> =>
  import('./merge-rich-text.ts').then(
    ({ mergeRichText }) => mergeRichText,
    () => undefined,
  )

/** Names the fields that others changed and that came into the form. */
function useShownAdopted() {
  const t = useWords('forms')
  const labelOf = useFieldLabel()
  return (adopted: readonly FieldDescription[]) => {
    const shown = adopted.filter(({ read_only }) => !read_only)
    if (shown.length > 0) showToast(t('adopted', { fields: shown.map(labelOf).join(t('comma')) }))
  }
}
