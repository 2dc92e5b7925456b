import { type RefObject, type UIEvent, useEffect, useState } from 'react'
import {
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Button as RacButton,
  ComboBox as RacComboBox,
  type ComboBoxProps as RacComboBoxProps,
  useFilter,
} from 'react-aria-components'
import { FieldParts, type FieldText } from './fields.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './option-popover.tsx'

export type ComboBoxProps = FieldText &
  Omit<RacComboBoxProps<Option>, 'className' | 'children' | 'items' | 'defaultItems'> & {
    options: readonly Option[]
    /** Filtered by the caller, for example by a search of the API; otherwise by what is typed. */
    isFiltered?: boolean
    /** The options belong to an earlier text: until those of this one are there, the list shows the ones that contain it. */
    isSearching?: boolean
    placeholder?: string
    emptyText?: string
    /** Called at the end of the list, while there are more options. */
    onLoadMore?: () => void
  }

export type ComboBoxListProps = ComboBoxProps & {
  /** The text as it was when the field got the focus, which may have been before this script was loaded. */
  textAtFocus: RefObject<string | undefined>
}

export function ComboBoxList({
  label,
  description,
  error,
  options,
  isFiltered,
  isSearching = false,
  placeholder,
  emptyText,
  onLoadMore,
  textAtFocus,
  inputValue,
  ...props
}: ComboBoxListProps) {
  // The list opens for a text that changes: what was typed before is given to it as a change.
  const [isBegun, setBegun] = useState(false)
  useEffect(() => setBegun(true), [])
  const text = isBegun ? inputValue : (textAtFocus.current ?? inputValue)
  const { contains } = useFilter({ sensitivity: 'base' })
  const fits = (part = '') => contains(part, inputValue ?? '')
  const shown = isSearching ? options.filter(({ label, detail }) => fits(label) || fits(detail)) : options
  return (
    <RacComboBox
      validationBehavior="aria"
      {...props}
      {...(text !== undefined && { inputValue: text })}
      {...(isFiltered ? { items: shown } : { defaultItems: options })}
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
          {...(onLoadMore && {
            onScroll: ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) =>
              scrollTop + 2 * clientHeight > scrollHeight && onLoadMore(),
          })}
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
