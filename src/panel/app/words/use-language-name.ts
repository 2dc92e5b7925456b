import { localeOf } from './language.ts'
import { useLanguage } from './words-context.tsx'

/** Names languages, given as BCP 47 tags, in the language of the interface. */
export function useLanguageName(): (tag: string) => string {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames(localeOf(language), { type: 'language' })
  return (tag) => names.of(tag) ?? tag
}
