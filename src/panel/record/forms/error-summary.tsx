import { Button } from 'react-aria-components'
import { Icon } from '../../app/design/icon.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import type { FormModel } from '../../records/form-model.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { FormErrors } from '../state/field-errors.ts'

type ErrorSummaryProps = { model: FormModel; errors: FormErrors; onShow: (name: string) => void }

/** The fields that the service refused, each with the way to it. */
export function ErrorSummary({ model, errors, onShow }: ErrorSummaryProps) {
  const t = useWords('forms')
  const { language } = useLanguage()
  const labelOf = useFieldLabel()
  const { byField, general } = errors
  if (byField.size === 0 && general.length === 0) return null
  return (
    <section className="notice notice-danger error-summary" aria-label={t('error_summary')}>
      <Icon name="warning" />
      <div className="notice-text">
        {byField.size > 0 && <p>{t('errors_found', { count: byField.size })}</p>}
        <ul className="error-links">
          {[...byField.keys()].map((name) => (
            <li key={name}>
              <Button className="link link-button" onPress={() => onShow(name)}>
                {labelOf(model.fields.find((field) => field.name === name)!)}
              </Button>
            </li>
          ))}
          {general.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {language === 'en' ? `${path} ${message}`.trim() : t('error_invalid')}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
