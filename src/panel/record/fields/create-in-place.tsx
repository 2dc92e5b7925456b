import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { FieldDescription, ResourceDescription } from '../../../client/index.ts'
import { useRecordApi } from '../../app/api/record-api.ts'
import { announce } from '../../app/design/announce.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { createBody, type Values } from '../../records/form-values.ts'
import { useContentLanguage } from '../../records/record-context.ts'
import { namingField } from '../../records/record-names.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { errorsByField, type FieldError, NO_ERRORS } from '../state/field-errors.ts'
import { useErrorText } from '../state/use-error-text.ts'

type CreateInPlaceProps = {
  resource: ResourceDescription
  onCreated: (id: number) => void
  onClose: () => void
}

/** A new record of another resource, with the fields that it cannot do without. */
export function CreateInPlace({ resource, onCreated, onClose }: CreateInPlaceProps) {
  const t = useWords('pickers')
  const labelOf = useLabel()
  const describe = useProblemMessage()
  const records = useRecordApi(resource.name)
  const queries = useQueryClient()
  const fields = neededFields(resource)
  const [values, setValues] = useState<Values>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const create = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      const { id } = await records.create(createBody(fields, values))
      await queries.invalidateQueries({ queryKey: ['records', resource.name] })
      await queries.invalidateQueries({ queryKey: ['option', resource.name] })
      announce(t('created', { label: labelOf(resource.label) }))
      onCreated(id)
    } catch (error) {
      const found = error instanceof ApiProblem ? errorsByField(error.errors, fields) : NO_ERRORS
      setErrors(found)
      if (found.byField.size === 0) setProblem(describe(error).message)
      setPending(false)
    }
  }
  return (
    <FormDialog
      title={t('go_to_new', { resource: labelOf(resource.label) })}
      size="medium"
      action={t('create')}
      isPending={isPending}
      onSubmit={create}
      onClose={onClose}
    >
      {fields.map((field, index) => (
        <PlainField
          key={field.name}
          field={field}
          value={String(values[field.name] ?? '')}
          errors={errors.byField.get(field.name) ?? []}
          isFirst={index === 0}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}

/** Its title in both languages, and every other text that is required. */
function neededFields(resource: ResourceDescription) {
  const title = namingField(resource)
  const isText = ({ kind }: FieldDescription) => ['line', 'text', 'link', 'path', 'email'].includes(kind)
  return resource.fields.filter(
    (field) =>
      isText(field) &&
      !field.read_only &&
      (field.required || field.name === title?.name || field.name === title?.twin),
  )
}

type PlainFieldProps = {
  field: FieldDescription
  value: string
  errors: readonly FieldError[]
  isFirst: boolean
  onChange: (value: string) => void
}

function PlainField({ field, value, errors, isFirst, onChange }: PlainFieldProps) {
  const { lang, dir } = useContentLanguage(field.language)
  const labelOf = useFieldLabel()
  const errorText = useErrorText()
  return (
    <TextField
      label={labelOf(field)}
      error={errorText(field, errors)}
      value={value}
      onChange={onChange}
      isRequired={field.required}
      autoFocus={isFirst}
      dir={dir}
      {...(lang && { lang })}
    />
  )
}
