import { Input, TextField } from 'react-aria-components'
import { IconButton } from '../../app/design/button.tsx'
import { FieldParts } from '../../app/design/fields.tsx'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { usePickDocument } from '../../media/media-picker.tsx'
import { targetOf, tidyLink } from '../../records/tidy-link.ts'
import type { FieldProps } from './field-props.ts'
import { usePickLink } from './link-picker.tsx'

/** A page of the site, another website, an email address or a phone number. */
export function LinkField({ field, label, value, onChange, error, isReadOnly }: FieldProps<string | null>) {
  const t = useWords('fields')
  const labelOf = useLabel()
  const pickLink = usePickLink()
  const pickDocument = usePickDocument()
  const target = targetOf(value ?? '')
  const choose = async (pick: () => Promise<string | null>) => {
    const link = await pick()
    if (link !== null) onChange(link)
  }
  return (
    <TextField
      className="field"
      validationBehavior="aria"
      value={value ?? ''}
      onChange={onChange}
      onBlur={() => value && tidyLink(value) !== value && onChange(tidyLink(value))}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      isInvalid={Boolean(error)}
    >
      <FieldParts
        label={label}
        description={
          (field.help || target) && (
            <>
              {target && <span>{t(`target_${target}`)}</span>}
              {field.help && <span>{labelOf(field.help)}</span>}
            </>
          )
        }
        error={error}
        isRequired={field.required}
      >
        <div className="input-row">
          <Input
            className="input"
            dir="ltr"
            placeholder={isReadOnly ? undefined : '/about, https://, mailto:, tel:'}
            spellCheck="false"
            autoComplete="off"
            inputMode="url"
          />
          {!isReadOnly && (
            <>
              <IconButton
                icon="link"
                look="secondary"
                label={t('choose_page_for', { label })}
                onPress={() => void choose(pickLink)}
              />
              <IconButton
                icon="article"
                look="secondary"
                label={t('choose_document_for', { label })}
                onPress={() => void choose(pickDocument)}
              />
            </>
          )}
        </div>
      </FieldParts>
    </TextField>
  )
}
