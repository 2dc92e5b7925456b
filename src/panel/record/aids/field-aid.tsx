// Help with writing a field, below it: the text in the other language, a summary from the text.
import { parseField } from '../../../text/content-language.ts'
import { laterPart } from '../../app/design/lazy-part.tsx'
import type { FieldValueProps } from '../../records/field-value.tsx'

const TranslationAid = laterPart(() =>
  import('./translation-aid.tsx').then((module) => module.TranslationAid),
)
const SummaryAid = laterPart(() => import('./summary-aid.tsx').then((module) => module.SummaryAid))

const SUMMARIES = ['excerpt', 'summary']

export function FieldAid(props: FieldValueProps) {
  const { name, language, twin } = props.field
  const isSummary = SUMMARIES.includes(parseField(name).primary)
  const isTranslation = language === 'en' && twin !== null
  if (!isSummary && !isTranslation) return null
  return (
    <>
      {isSummary && <SummaryAid {...props} />}
      {isTranslation && <TranslationAid {...props} />}
    </>
  )
}
