import { TextField } from '../../app/design/fields.tsx'
import { useContentLanguage } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { FieldError } from '../state/field-errors.ts'
import { useErrorText } from '../state/use-error-text.ts'
import type { FieldProps } from './field-props.ts'

export type Entry = Record<string, string>

type EntryFieldsProps = FieldProps<Entry[]> & {
  entry: Entry
  errors: readonly FieldError[]
  onEntry: (entry: Entry) => void
}

const LONG_TEXT = 1_000

/** The texts of one entry of a list. */
export function EntryFields({ field, entry, errors, isReadOnly, language, onEntry }: EntryFieldsProps) {
  const labelOf = useFieldLabel()
  const errorText = useErrorText()
  const { lang, dir } = useContentLanguage(language)
  return (
    <div className="entry-fields">
      {(field.fields ?? []).map((part) => (
        <TextField
          key={part.name}
          label={labelOf({ label: part.label, language })}
          error={errorText(
            field,
            errors.filter((error) => error.part === part.name),
          )}
          value={entry[part.name] ?? ''}
          onChange={(text) => onEntry({ ...entry, [part.name]: text })}
          isReadOnly={isReadOnly}
          isRequired={part.required}
          rows={(part.max ?? 0) > LONG_TEXT ? 3 : 1}
          dir={dir}
          {...(lang && { lang })}
        />
      ))}
    </div>
  )
}
