import { useState } from 'react'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
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

/** Publishing, scheduling and unpublishing the record of a form; each saves the form as well. */
export function usePublishing({ form, isSaving, save, showField }: Options) {
  const t = useWords('publishing')
  const { formatInstant } = useFormat()
  const [open, setOpen] = useState<readonly ChecklistPoint[]>([])
  const { resource, state, recordId } = form
  const publication: PublicationState = recordId === null ? 'draft' : publicationOf(state.loaded)
  const chosen = publicationOf({ ...state.mine, status: 'published' })

  const showChecklist = () => {
    const list = document.querySelector<HTMLElement>('.checklist')
    list?.closest('section')?.scrollIntoView({ block: 'nearest' })
    list?.querySelector<HTMLElement>('button')?.focus()
  }

  /** Makes the record public now, also if it was to appear later. */
  async function publish() {
    const isLater = chosen === 'scheduled'
    const stored = await save({
      status: 'published',
      ...(isLater && { published_at: new Date().toISOString() }),
    })
    if (!stored) return
    // The time is that of the service: if this clock is ahead, the record would appear a little later.
    const now = String(stored.updated_at)
    if (isLater && Date.parse(String(stored.published_at)) > Date.parse(now))
      await save({ published_at: now })
    if (open.length === 0) return showToast(t('now_published'))
    showToast(t('published_with_open', { count: open.length }), {
      action: { label: t('show_open'), onPress: showChecklist },
    })
  }

  /** Lets the record appear at the date that is chosen in the form. */
  async function schedule() {
    const stored = await save({ status: 'published' })
    if (stored) showToast(t('now_scheduled', { time: formatInstant(String(stored.published_at)) }))
  }

  async function unpublish() {
    const stored = await save({ status: 'draft' })
    if (stored) showToast(t('now_draft'), { undo: () => void save({ status: 'published' }) })
  }

  return {
    resource,
    recordId,
    isSaving,
    publish,
    schedule,
    unpublish,
    showField,
    showChecklist,
    /** The state of the record as it is stored. */
    publication,
    /** Whether the date in the form lies in the future. */
    isForLater: chosen === 'scheduled',
    isAllowed: resource.publishable && resource.actions.includes('publish'),
    /** Points of the checklist that are not settled. */
    open,
    setOpen,
  }
}
