import type { FieldDescription } from '../../client/index.ts'
import { useLabel, useWords } from '../app/words/words-context.tsx'

type Labelled = Pick<FieldDescription, 'label' | 'language'>

/** The label of a field; that of an English twin ends with "(English)", so that the two have different names. */
export function useFieldLabel(): (field: Labelled) => string {
  const t = useWords('shell')
  const labelOf = useLabel()
  return ({ label, language }) =>
    language === 'en' ? t('english_label', { label: labelOf(label) }) : labelOf(label)
}
