import { useLabel } from '../../app/words/words-context.tsx'
import type { FieldProps } from './field-props.ts'

type TextProps = Omit<FieldProps<string | null>, 'onChange' | 'onTyped'> & {
  onChange: (text: string) => void
}

/** The properties that the text fields of all kinds have in common. */
export function useTextFrame({ field, label, value, onChange, error, isReadOnly }: TextProps) {
  const labelOf = useLabel()
  return {
    label,
    description: field.help ? labelOf(field.help) : undefined,
    error,
    value: value ?? '',
    onChange,
    isReadOnly,
    isRequired: field.required,
  }
}
