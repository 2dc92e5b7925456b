import { Disclosure, DisclosurePanel, Heading, Button as RacButton } from 'react-aria-components'
import { isCopiedText } from '../../../text/copied-text.ts'
import { announce } from '../../app/design/announce.ts'
import { Button } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useLanguageName, useWords } from '../../app/words/words-context.tsx'
import { FieldValue, type FieldValueProps } from '../../records/field-value.tsx'
import { useIsWide, useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import { isEmptyValue } from '../../records/record-names.ts'

/**
 * Stands below the English field of a pair: says that it is not translated yet and takes over the other text to translate
 * it in place; where only one language is shown at a time, also shows that text.
 */
export function TranslationAid({ field, value }: FieldValueProps) {
  const t = useWords('aids')
  const { resource, primaryLanguage, setValue } = useRecordFrame()
  const values = useRecordValues()
  const isWide = useIsWide()
  const source = values[field.twin!]
  const primary = resource.fields.find(({ name }) => name === field.twin)
  const name = useLanguageName()(primaryLanguage)
  if (!primary || isEmptyValue(source)) return null
  const copy = () => {
    setValue(field.name, source)
    announce(t('copied', { language: name }))
    // The field has the text with the next frame.
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(
          `[data-field="${CSS.escape(field.name)}"] :is(input, textarea, [contenteditable="true"])`,
        )
        ?.focus(),
    )
  }
  const isCopied = typeof source === 'string' && typeof value === 'string' && isCopiedText(source, value)
  if (isWide && !isEmptyValue(value) && !isCopied) return null
  return (
    <div className="field-aid">
      {(isCopied || isEmptyValue(value)) && <Chip tone="warning">{t('not_translated')}</Chip>}
      {isEmptyValue(value) && (
        <Button look="quiet" size="small" icon="copy" onPress={copy}>
          {t('copy_from', { language: name })}
        </Button>
      )}
      {!isWide && (
        <Disclosure className="translation-source">
          <Heading level={3} className="checks-heading">
            <RacButton slot="trigger" className="checks-trigger">
              <Icon name="chevron-end" size={16} />
              {t('text_in', { language: name })}
            </RacButton>
          </Heading>
          <DisclosurePanel>
            <FieldValue field={primary} value={source} />
          </DisclosurePanel>
        </Disclosure>
      )}
    </div>
  )
}
