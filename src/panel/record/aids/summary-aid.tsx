import { Button } from '../../app/design/button.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { FieldValueProps } from '../../records/field-value.tsx'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import { mainTextOf } from '../seo/form-seo-texts.ts'
import { firstSentences } from './first-sentences.ts'

/** Fills a summary with the first sentences of the text. */
export function SummaryAid({ field, value }: FieldValueProps) {
  const t = useWords('aids')
  const { resource, setValue } = useRecordFrame()
  const values = useRecordValues()
  const main = mainTextOf(resource, field.language ?? 'primary')
  const text = main === null ? '' : String(values[main] ?? '')
  if (text === '') return null
  const fill = () => {
    const summary = firstSentences(text)
    if (summary === '') return showToast(t('no_sentences'), { tone: 'danger' })
    setValue(field.name, summary)
    showToast(t('summary_filled'), { undo: () => setValue(field.name, value) })
  }
  return (
    <div className="field-aid">
      <Button look="quiet" size="small" icon="edit" onPress={fill}>
        {t('fill_summary')}
      </Button>
    </div>
  )
}
