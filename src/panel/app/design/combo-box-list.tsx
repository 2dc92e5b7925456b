import {
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  ComboBox as RacComboBox,
} from 'react-aria-components'
import type { ComboBoxProps } from './combo-box.tsx'
import { FieldParts } from './fields.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './select.tsx'

export function ComboBoxList({
  label,
  description,
  error,
  options,
  isFiltered,
  placeholder,
  emptyText,
  ...props
}: ComboBoxProps) {
  return (
    <RacComboBox
      validationBehavior="aria"
      {...props}
      {...(isFiltered ? { items: options } : { defaultItems: options })}
      allowsEmptyCollection={Boolean(emptyText)}
      className="field"
      isInvalid={Boolean(error)}
    >
      <FieldParts label={label} description={description} error={error} isRequired={props.isRequired}>
        <div className="combobox">
          <Input className="input" {...(placeholder !== undefined && { placeholder })} />
          <RacButton className="combobox-button">
            <Icon name="chevron-down" size={16} />
          </RacButton>
        </div>
      </FieldParts>
      <Popover className="popover" offset={4}>
        <ListBox<Option>
          className="listbox"
          renderEmptyState={() => <div className="listbox-empty">{emptyText}</div>}
        >
          {({ id, label, detail }) => (
            <ListBoxItem id={id} textValue={label} className="option">
              <span className="option-text">{label}</span>
              {detail && <span className="option-detail">{detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </RacComboBox>
  )
}
