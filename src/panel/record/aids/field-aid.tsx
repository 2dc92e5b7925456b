// What helps with writing a field, below it: the other language's text, a summary from the text.
import type { FieldDescription } from '../../../client/index.ts'
import { laterPart } from '../../app/design/lazy-part.tsx'

export type FieldAidProps = { field: FieldDescription; value: unknown }

const TranslationAid = laterPart(() => import('./translation-aid.tsx').then((module) => module.default))
const SummaryAid = laterPart(() => import('./summary-aid.tsx').then((module) => module.default))

const SUMMARIES = ['excerpt', 'summary', 'excerpt_en', 'summary_en']

export function FieldAid(props: FieldAidProps) {
  const { name, language, twin } = props.field
  const isSummary = SUMMARIES.includes(name)
  const isTranslation = language === 'en' && twin !== null
  if (!isSummary && !isTranslation) return null
  return (
    <>
      {isSummary && <SummaryAid {...props} />}
      {isTranslation && <TranslationAid {...props} />}
    </>
  )
}
