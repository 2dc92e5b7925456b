import { Input } from 'react-aria-components'
import { IconButton } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import { usePickDocument } from '../../media/media-picker.tsx'
import { targetOf, tidyLink } from '../../records/tidy-link.ts'
import type { FieldProps } from './field-props.ts'
import { usePickLink } from './link-picker.tsx'
import { useTextFrame } from './use-text-frame.ts'

/** A page of the site, another website, an email address or a phone number. */
export function LinkField(props: FieldProps<string | null>) {
  const { label, value, onChange, isReadOnly } = props
  const t = useWords('pickers')
  const frame = useTextFrame(props)
  const pickLink = usePickLink()
  const pickDocument = usePickDocument()
  const target = targetOf(value ?? '')
  const choose = async (pick: () => Promise<string | null>) => {
    const link = await pick()
    if (link !== null) onChange(link)
  }
  return (
    <TextField
      {...frame}
      description={
        (frame.description || target) && (
          <>
            {target && <span>{t(`target_${target}`)}</span>}
            {frame.description && <span>{frame.description}</span>}
          </>
        )
      }
      onBlur={() => value && tidyLink(value) !== value && onChange(tidyLink(value))}
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
    </TextField>
  )
}
