import {
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  ComboBox as RacComboBox,
  type ComboBoxProps as RacComboBoxProps,
} from 'react-aria-components'
import { FieldParts, type FieldText } from './fields.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './option-popover.tsx'

export type ComboBoxProps = FieldText &
  Omit<RacComboBoxProps<Option>, 'className' | 'children' | 'items' | 'defaultItems'> & {
    options: readonly Option[]
    /** Filtered by the caller, for example by a search of the API; otherwise by what is typed. */
    isFiltered?: boolean
    placeholder?: string
    emptyText?: string
  }

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
