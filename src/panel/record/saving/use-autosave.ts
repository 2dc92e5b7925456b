import { useEffect } from 'react'
import { isOffline, subscribeToReachability } from '../../app/api/session-fetch.ts'
import type { FormValues } from '../state/use-form-values.ts'
import type { Saving } from './use-saving.ts'

const fieldOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-field]')?.dataset.field ?? null) : null

/**
 * Lets a draft or a working copy save by itself: after a pause, when a field or the page is left, and when the service can be
 * reached again. A public record without a working copy waits for "Save". The status decides, not the date: the clocks of
 * device and service may differ.
 */
export function useAutosave(
  { dispatch, resource, state }: FormValues,
  { runner }: Saving,
  isAllowed: boolean,
) {
  const isUnpublished = resource.publishable && (state.loaded.status ?? 'draft') === 'draft'
  const isAutomatic = isAllowed && (state.isDraft || isUnpublished)
  useEffect(() => runner.tell({ type: 'allowed', isAutomatic }), [runner, isAutomatic])

  useEffect(() => {
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const field = fieldOf(target)
      if (field === null || field === fieldOf(relatedTarget)) return
      // The window alone has lost the focus: the user comes back to the same place.
      if (document.activeElement !== target) dispatch({ type: 'left', name: field })
      runner.tell({ type: 'left' })
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') runner.tell({ type: 'left' })
    }
    const stop = subscribeToReachability(() => {
      if (!isOffline()) runner.tell({ type: 'reachable' })
    })
    addEventListener('focusout', onFocusOut)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      stop()
      removeEventListener('focusout', onFocusOut)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [runner, dispatch])
}
