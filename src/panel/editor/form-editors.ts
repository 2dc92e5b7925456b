// The editors of the rich texts in a form, for what stands beside a text and marks places in it or changes it.

import type { Editor } from '@tiptap/core'
import { createContext, use, useEffect, useMemo, useRef } from 'react'
import type { LanguageKey } from '../../text/content-language.ts'

export type FormEditors = {
  set(field: string, editor: Editor | null): void
  /** Null until the field's editor is loaded. */
  get(field: string): Editor | null
  /** Shows the texts of a language where only one is shown at a time. */
  reveal(language: LanguageKey): void
}

const NONE: FormEditors = { set() {}, get: () => null, reveal() {} }

export const FormEditorsContext = createContext<FormEditors>(NONE)

export const useFormEditors = () => use(FormEditorsContext)

/** The form's own editors: the same object for its whole life. */
export function useNewFormEditors(onReveal: (language: LanguageKey) => void): FormEditors {
  const reveal = useRef(onReveal)
  useEffect(() => {
    reveal.current = onReveal
  })
  return useMemo(() => {
    const editors = new Map<string, Editor>()
    return {
      set(field, editor) {
        if (editor) editors.set(field, editor)
        else editors.delete(field)
      },
      get: (field) => editors.get(field) ?? null,
      reveal: (language) => reveal.current(language),
    }
  }, [])
}
