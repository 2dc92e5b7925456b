// Labelled inputs. `error` is shown below the input and announced with it; `description` explains the field. The sign-in
// screen uses only `text-field.tsx`, so that it loads no more than that.
import type { ReactNode } from 'react'
import {
  Input,
  Button as RacButton,
  Checkbox as RacCheckbox,
  type CheckboxProps as RacCheckboxProps,
  SearchField as RacSearchField,
  Switch as RacSwitch,
  type SwitchProps as RacSwitchProps,
  type SearchFieldProps,
} from 'react-aria-components'
import { Icon } from './icon.tsx'

export { FieldParts, type FieldText, TextField } from './text-field.tsx'

export function SearchField({
  label,
  placeholder,
  ...props
}: Omit<SearchFieldProps, 'className' | 'children'> & { label: string; placeholder?: string }) {
  return (
    <RacSearchField {...props} aria-label={label} className="search-field">
      <Icon name="search" />
      <Input className="input" placeholder={placeholder ?? label} />
      <RacButton className="search-clear">
        <Icon name="close" size={16} />
      </RacButton>
    </RacSearchField>
  )
}

export function Checkbox({
  children,
  ...props
}: Omit<RacCheckboxProps, 'className' | 'children'> & { children?: ReactNode }) {
  return (
    <RacCheckbox {...props} className="checkbox">
      {({ isIndeterminate, isSelected }) => (
        <>
          <span className="checkbox-box" aria-hidden="true">
            {isIndeterminate ? (
              <Icon name="minus" size={14} />
            ) : (
              isSelected && <Icon name="check" size={14} />
            )}
          </span>
          {children}
        </>
      )}
    </RacCheckbox>
  )
}

export function Switch({
  children,
  ...props
}: Omit<RacSwitchProps, 'className' | 'children'> & { children?: ReactNode }) {
  return (
    <RacSwitch {...props} className="switch">
      <span className="switch-track" aria-hidden="true" />
      {children}
    </RacSwitch>
  )
}
