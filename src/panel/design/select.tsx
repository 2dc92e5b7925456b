import {
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  Select as RacSelect,
  type SelectProps as RacSelectProps,
  SelectValue,
} from 'react-aria-components'
import { FieldParts, type FieldText } from './fields.tsx'
import { Icon } from './icon.tsx'

export type Option = { id: string; label: string; detail?: string }

const Options = ({ items }: { items: readonly Option[] }) =>
  items.map(({ id, label, detail }) => (
    <ListBoxItem key={id} id={id} textValue={label} className="option">
      <span className="option-text">{label}</span>
      {detail && <span className="option-detail">{detail}</span>}
    </ListBoxItem>
  ))

type SelectProps = FieldText &
  Omit<RacSelectProps<object>, 'className' | 'children' | 'items' | 'value' | 'onChange' | 'defaultValue'> & {
    options: readonly Option[]
    value: string | null
    onChange: (value: string) => void
    /** The label is only read to screen readers. */
    isLabelHidden?: boolean
  }

export function Select({
  label,
  description,
  error,
  options,
  value,
  onChange,
  isLabelHidden,
  ...props
}: SelectProps) {
  return (
    <RacSelect
      validationBehavior="aria"
      {...props}
      {...(isLabelHidden && { 'aria-label': label })}
      className="field"
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isInvalid={Boolean(error)}
    >
      <FieldParts
        label={isLabelHidden ? '' : label}
        description={description}
        error={error}
        isRequired={props.isRequired}
      >
        <RacButton className="input select-button">
          <SelectValue className="select-value" />
          <Icon name="chevron-down" size={16} />
        </RacButton>
      </FieldParts>
      <Popover className="popover" offset={4}>
        <ListBox className="listbox">
          <Options items={options} />
        </ListBox>
      </Popover>
    </RacSelect>
  )
}
