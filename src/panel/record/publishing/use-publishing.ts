import { useState } from 'react'
import type { AnyRecord } from '../../app/api/record-api.ts'
import type { Values } from '../../records/form-values.ts'
import { type PublicationState, publicationOf } from '../../records/publication.tsx'
import type { FormValues } from '../state/use-form-values.ts'
import type { ChecklistPoint } from './checklist.ts'

type Options = {
  form: FormValues
  isSaving: boolean
  save: (extra?: Values) => Promise<AnyRecord | null>
  /** Moves to a field of the form. */
  showField: (name: string) => void
}

export type Publishing = ReturnType<typeof usePublishing>

/** The step of a form's record on the way to its publication; `usePublishSteps` takes the steps. */
export function usePublishing({ form, isSaving, save, showField }: Options) {
  const [open, setOpen] = useState<readonly ChecklistPoint[]>([])
  const { resource, state, recordId } = form
  const publication: PublicationState = recordId === null ? 'draft' : publicationOf(state.loaded)
  return {
    resource,
    recordId,
    isSaving,
    save,
    showField,
    /** The state of the record as it is stored. */
    publication,
    /** Whether the date in the form lies in the future. */
    isForLater: publicationOf({ ...state.mine, status: 'published' }) === 'scheduled',
    isAllowed: resource.publishable && resource.actions.includes('publish'),
    /** Whether the form is stored in a working copy, which has buttons of its own. */
    isDraft: state.isDraft,
    /** Points of the checklist that are not settled. */
    open,
    setOpen,
  }
}
