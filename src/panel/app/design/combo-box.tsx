// A text field with a list of options, which is loaded when the field is first used.
import { useRef } from 'react'
import { Input, TextField } from 'react-aria-components'
import type { ComboBoxListProps, ComboBoxProps } from './combo-box-list.tsx'
import { FieldParts } from './fields.tsx'
import { Icon } from './icon.tsx'
import { LoadedOnUse } from './loaded-on-use.tsx'

const loadComboBox = () => import('./combo-box-list.tsx').then(({ ComboBoxList }) => ComboBoxList)

export function ComboBox(props: ComboBoxProps) {
  const textAtFocus = useRef<string>(undefined)
  return (
    <LoadedOnUse load={loadComboBox} Still={StillComboBox} focus="input" props={{ ...props, textAtFocus }} />
  )
}

function StillComboBox(props: ComboBoxListProps) {
  const { label, description, error, inputValue = '', onInputChange, placeholder, textAtFocus } = props
  return (
    <TextField
      className="field"
      validationBehavior="aria"
      value={inputValue}
      onChange={(text) => onInputChange?.(text)}
      onFocus={() => {
        textAtFocus.current ??= inputValue
      }}
      isInvalid={Boolean(error)}
      {...(props.onBlur && { onBlur: props.onBlur })}
      {...(props.isReadOnly !== undefined && { isReadOnly: props.isReadOnly })}
      {...(props.isRequired !== undefined && { isRequired: props.isRequired })}
      {...(props.isDisabled !== undefined && { isDisabled: props.isDisabled })}
    >
      <FieldParts label={label} description={description} error={error} isRequired={props.isRequired}>
        <div className="combobox">
          <Input
            className="input"
            role="combobox"
            aria-expanded={false}
            aria-autocomplete="list"
            {...(placeholder !== undefined && { placeholder })}
          />
          <span className="combobox-button" aria-hidden="true">
            <Icon name="chevron-down" size={16} />
          </span>
        </div>
      </FieldParts>
    </TextField>
  )
}
