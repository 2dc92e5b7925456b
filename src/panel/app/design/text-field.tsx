import type { ReactNode, Ref } from 'react'
import {
  FieldError,
  Input,
  Label,
  TextField as RacTextField,
  type TextFieldProps as RacTextFieldProps,
  Text,
  TextArea,
} from 'react-aria-components'

export type FieldText = {
  label: string
  description?: ReactNode
  error?: string | null | undefined
}

/** The label, the texts below, and the input between them. */
export function FieldParts({
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
        {isRequired && <span className="required" aria-hidden="true" />}
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
    /** The direction of texts in one language: `ltr` for addresses and codes. */
    dir?: 'ltr' | 'rtl' | 'auto'
    lang?: string
    inputRef?: Ref<HTMLInputElement>
    /** A row that replaces the input: an input and what belongs to it. */
    children?: ReactNode
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
  children,
  ...props
}: TextFieldProps) {
  const input = { className: 'input', ...(placeholder !== undefined && { placeholder }), dir, lang }
  return (
    <RacTextField validationBehavior="aria" {...props} className="field" isInvalid={Boolean(error)}>
      <FieldParts label={label} description={description} error={error} isRequired={props.isRequired}>
        {children ??
          (rows ? <TextArea {...input} rows={rows} /> : <Input {...input} ref={inputRef ?? null} />)}
      </FieldParts>
    </RacTextField>
  )
}
