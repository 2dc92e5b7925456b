// Labelled inputs. `error` is shown below the input and announced with it; `description` explains the field.
import type { ReactNode, Ref } from 'react'
import {
  FieldError,
  Input,
  Label,
  Button as RacButton,
  Checkbox as RacCheckbox,
  type CheckboxProps as RacCheckboxProps,
  SearchField as RacSearchField,
  Switch as RacSwitch,
  type SwitchProps as RacSwitchProps,
  TextField as RacTextField,
  type TextFieldProps as RacTextFieldProps,
  type SearchFieldProps,
  Text,
  TextArea,
} from 'react-aria-components'
import { Icon } from './icon.tsx'

export type FieldText = {
  label: string
  description?: ReactNode
  error?: string | null | undefined
}

/** The label, the texts below, and the input between them. */
function FieldParts({
  label,
  description,
  error,
  isRequired,
  children,
}: FieldText & { isRequired?: boolean | undefined; children: ReactNode }) {
  return (
    <>
      <Label className="label">
        {label}
        {isRequired && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
      </Label>
      {children}
      {description && (
        <Text slot="description" className="description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  )
}

type TextFieldProps = FieldText &
  Omit<RacTextFieldProps, 'className' | 'children'> & {
    /** Several lines; the number of rows at the start. */
    rows?: number
    placeholder?: string
    /** For texts of one language: `ltr` for addresses and codes. */
    dir?: 'ltr' | 'rtl' | 'auto'
    lang?: string
    inputRef?: Ref<HTMLInputElement>
  }

export function TextField({
  label,
  description,
  error,
  rows,
  placeholder,
  dir,
  lang,
  inputRef,
  ...props
}: TextFieldProps) {
  const input = { className: 'input', placeholder, dir, lang }
  return (
    <RacTextField validationBehavior="aria" {...props} className="field" isInvalid={Boolean(error)}>
      <FieldParts label={label} description={description} error={error} isRequired={props.isRequired}>
        {rows ? <TextArea {...input} rows={rows} /> : <Input {...input} ref={inputRef ?? null} />}
      </FieldParts>
    </RacTextField>
  )
}

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

export { FieldParts }
