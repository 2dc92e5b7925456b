import { useState } from 'react'
import { Input } from 'react-aria-components'
import { IconButton } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { useWords } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'
import { LucideIcon } from './lucide-icon.tsx'
import { shapesOf, useIcons } from './lucide-icons.ts'
import { useTextFrame } from './use-text-frame.ts'

const IconPicker = lazyPart(() => import('./icon-picker.tsx').then((module) => module.IconPicker))

/** The name of an icon, which is shown, by text or from a dialog. */
export function IconField(props: FieldProps<string | null>) {
  const { label, value, onChange, isReadOnly } = props
  const t = useWords('pickers')
  const frame = useTextFrame(props)
  const [isOpen, setOpen] = useState(false)
  const name = value?.trim() ?? ''
  const icons = useIcons(name !== '')
  const shapes = icons && shapesOf(icons, name)
  const isUnknown = icons !== null && name !== '' && shapes === null
  return (
    <>
      <TextField {...frame} description={isUnknown ? t('icon_unknown') : frame.description}>
        <div className="input-row">
          <span className="icon-preview">{shapes && <LucideIcon shapes={shapes} />}</span>
          <Input className="input" dir="ltr" spellCheck="false" autoComplete="off" autoCapitalize="none" />
          {!isReadOnly && (
            <IconButton
              icon="search"
              look="secondary"
              label={t('choose_icon_for', { label })}
              onPress={() => setOpen(true)}
            />
          )}
        </div>
      </TextField>
      {/* Outside the field, whose label and description are not the dialog's. */}
      {isOpen && (
        <IconPicker
          onPick={(picked) => {
            onChange(picked)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
