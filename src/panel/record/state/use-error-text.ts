import type { FieldDescription } from '../../../client/index.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { type FieldError, wordingOf } from './field-errors.ts'

/**
 * One sentence for the errors of a field. The service's own wording is used in English for rules that the panel does not
 * know.
 */
export function useErrorText(): (
  field: FieldDescription,
  errors: readonly FieldError[] | undefined,
) => string | undefined {
  const t = useWords('forms')
  const { language } = useLanguage()
  return (field, errors = []) => {
    const sentences = errors.map((error) => {
      const { key, values } = wordingOf(field, error)
      if (key === 'invalid' && language === 'en') return t('error_from_server', { message: error.message })
      return t(`error_${key}` as Parameters<typeof t>[0], values)
    })
    return sentences.length > 0 ? [...new Set(sentences)].join(' ') : undefined
  }
}
