// What helps with writing a field, below it: the other language's text, a summary from the text.
import { lazy, Suspense } from 'react'
import type { FieldDescription } from '../../client/index.ts'

export type FieldAidProps = { field: FieldDescription; value: unknown }

const TranslationAid = lazy(() => import('./translation-aid.tsx'))
const SummaryAid = lazy(() => import('./summary-aid.tsx'))

const SUMMARIES = ['excerpt', 'summary', 'excerpt_en', 'summary_en']

export function FieldAid(props: FieldAidProps) {
  const { name, language, twin } = props.field
  const isSummary = SUMMARIES.includes(name)
  const isTranslation = language === 'en' && twin !== null
  if (!isSummary && !isTranslation) return null
  return (
    <Suspense>
      {isSummary && <SummaryAid {...props} />}
      {isTranslation && <TranslationAid {...props} />}
    </Suspense>
  )
}
