import { useCallback, useState } from 'react'
import type { LanguageKey } from '../../../text/content-language.ts'
import type { FormModel } from '../../records/form-model.ts'

const FOCUSABLE = [
  'input:not([type="hidden"], [type="file"], [type="color"], [tabindex="-1"])',
  'textarea',
  '[contenteditable="true"]',
  '[role="spinbutton"]',
  'button:not([tabindex="-1"])',
].join(', ')

/** The shown language tab, and a way to a field, wherever it is. */
export function useFieldFocus({ fields }: FormModel) {
  const [tab, setTab] = useState<LanguageKey>('primary')
  const show = useCallback(
    (name: string) => {
      const field = fields.find((one) => one.name === name)
      setTab(field?.language ?? 'primary')
      // The tab shows its fields with the next frame.
      requestAnimationFrame(() => {
        const frame = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
        const invalid = frame?.querySelector<HTMLElement>('[aria-invalid="true"]')
        const target = invalid ?? frame?.querySelector<HTMLElement>(FOCUSABLE)
        target?.focus()
        frame?.scrollIntoView({ block: 'nearest' })
      })
    },
    [fields],
  )
  return { tab, setTab, show }
}
