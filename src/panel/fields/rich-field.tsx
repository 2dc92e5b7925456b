import { TextField } from '../design/fields.tsx'
import type { FieldProps } from './field-props.ts'
import { useContentLanguage } from './record-context.ts'

export function RichField(props: FieldProps<string | null>) {
  const { field, label, value, onChange, error, isReadOnly, language } = props
  const { lang, dir } = useContentLanguage(language)
  return (
    <TextField
      label={label}
      error={error}
      value={value ?? ''}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isRequired={field.required}
      rows={12}
      dir={dir}
      {...(lang && { lang })}
    />
  )
}
