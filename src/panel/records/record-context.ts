// The context of a field: the record around it.
import { createContext, type ReactNode, use } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import type { LanguageKey } from '../../text/content-language.ts'
import { directionOf } from '../../text/text-direction.ts'
import { useMediaQuery } from '../app/design/use-media-query.ts'

export type RecordFrame = {
  resource: ResourceDescription
  /** Null until the record is stored. */
  recordId: number | null
  setValue: (name: string, value: unknown) => void
  /** The same from a field that shows the value already: the form around it is rendered once typing rests. */
  setTyped: (name: string, value: unknown) => void
  /** BCP 47 tag of the site's primary language. */
  primaryLanguage: string
}

/** Changes with the record, not with its values, so that a key in one field renders only that field. */
export const RecordFrameContext = createContext<RecordFrame | null>(null)
export const RecordValuesContext = createContext<Record<string, unknown>>({})

export function useRecordFrame(): RecordFrame {
  const frame = use(RecordFrameContext)
  if (!frame) throw new Error('useRecordFrame needs a form around it')
  return frame
}

/** Saving from inside a field; null where nothing may be saved. */
type RecordSaving = { state: ReactNode; isPending: boolean; save: () => void }

export const RecordSavingContext = createContext<RecordSaving | null>(null)
export const useRecordSaving = () => use(RecordSavingContext)

/** The values of the whole form, for fields that depend on others. */
export const useRecordValues = () => use(RecordValuesContext)

/** Tag and direction of a field's content. */
export function languageOf(language: LanguageKey | null, primary: string) {
  if (language === null) return { lang: undefined, dir: 'auto' as const }
  const lang = language === 'primary' ? primary : language
  return { lang, dir: directionOf(lang) }
}

export function useContentLanguage(language: LanguageKey | null) {
  return languageOf(language, useRecordFrame().primaryLanguage)
}

/** Whether there is room for two languages side by side; `forms.css` has the same limit. */
export const useIsWide = () => useMediaQuery('(min-width: 1000px)')
