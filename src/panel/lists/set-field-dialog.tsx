import { useState } from 'react'
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { TextField } from '../app/design/fields.tsx'
import { FormDialog } from '../app/design/form-dialog.tsx'
import { Select } from '../app/design/select.tsx'
import { useWords } from '../app/words/words-context.tsx'
import { parseFieldValue } from '../records/parse-field-value.ts'
import { useFieldLabel } from '../records/use-field-label.ts'
import { settableFields } from './batch-actions.ts'
import { useChoiceLabel } from './use-filter-text.ts'
import { useReferenceOptions } from './use-reference-names.ts'

type SetFieldDialogProps = {
  resource: ResourceDescription
  count: number
  isPending: boolean
  onSet: (field: string, value: unknown) => void
  onClose: () => void
}

/** Asks for a field and the value that all selected records get. */
export function SetFieldDialog({ resource, count, isPending, onSet, onClose }: SetFieldDialogProps) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const fields = settableFields(resource)
  const [field, setField] = useState(fields[0]!)
  const [text, setText] = useState('')
  const [hasError, setError] = useState(false)

  function submit() {
    const value = parseFieldValue(field, text)
    if (value === undefined) return setError(true)
    onSet(field.name, value)
  }

  return (
    <FormDialog
      title={t('set_field_title', { count })}
      onClose={onClose}
      action={t('apply')}
      isPending={isPending}
      onSubmit={submit}
    >
      <Select
        label={t('field')}
        options={fields.map((candidate) => ({ id: candidate.name, label: fieldLabel(candidate) }))}
        value={field.name}
        onChange={(name) => {
          setField(fields.find((candidate) => candidate.name === name)!)
          setText('')
          setError(false)
        }}
      />
      <ValueInput
        field={field}
        text={text}
        onChange={(next) => {
          setText(next)
          setError(false)
        }}
        error={hasError ? t('value_invalid') : null}
      />
    </FormDialog>
  )
}

type ValueInputProps = {
  field: FieldDescription
  text: string
  onChange: (text: string) => void
  error: string | null
}

function ValueInput({ field, text, onChange, error }: ValueInputProps) {
  const t = useWords('lists')
  const choiceLabel = useChoiceLabel()
  const referenced = useReferenceOptions(field.kind === 'reference' ? field : null)
  const none = field.nullable ? [{ id: '', label: t('no_value') }] : []
  const select = (options: { id: string; label: string }[]) => (
    <Select
      label={t('value')}
      options={options.map(({ id, label }) => ({ id: `value ${id}`, label }))}
      value={`value ${text}`}
      onChange={(key) => onChange(key.slice('value '.length))}
      error={error}
    />
  )
  if (field.kind === 'boolean')
    return select([
      { id: 'true', label: t('yes') },
      { id: 'false', label: t('no') },
    ])
  if (field.kind === 'choice')
    return select([
      ...none,
      ...(field.choices ?? []).map(({ value }) => ({
        id: String(value),
        label: choiceLabel(field, String(value)),
      })),
    ])
  if (field.kind === 'reference') return select([...none, ...referenced])
  return (
    <TextField
      label={t('value')}
      description={field.kind === 'tags' ? t('set_field_tags') : field.nullable && t('set_field_clear')}
      value={text}
      onChange={onChange}
      error={error}
      dir="auto"
    />
  )
}
