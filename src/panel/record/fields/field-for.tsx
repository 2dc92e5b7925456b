import { type ComponentType, memo, useCallback } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import { laterPart, lazyPart } from '../../app/design/lazy-part.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useWaiting } from '../../app/design/use-ready.ts'
import { InstantField } from '../../records/dates/instant-field.tsx'
import { useRecordFrame } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { FieldAid } from '../aids/field-aid.tsx'
import type { FieldError } from '../state/field-errors.ts'
import { useErrorText } from '../state/use-error-text.ts'
import { ChoiceField, SwitchField } from './choice-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { ImageField } from './image-field.tsx'
import { ReferenceField } from './reference-field.tsx'
import { SlugField } from './slug-field.tsx'
import { TagsField } from './tags-field.tsx'
import { CodeField, LineField, TextAreaField } from './text-fields.tsx'

/** Those that only some forms have. */
const ColorField = lazyPart(
  () => import('./color-field.tsx').then((module) => module.ColorField),
  <Spinner />,
)
const LinkField = lazyPart(() => import('./link-field.tsx').then((module) => module.LinkField), <Spinner />)
const NumberField = lazyPart(
  () => import('./number-field.tsx').then((module) => module.NumberField),
  <Spinner />,
)
const IconField = lazyPart(() => import('./icon-field.tsx').then((module) => module.IconField), <Spinner />)
const ListField = laterPart(() => import('./list-field.tsx').then((module) => module.ListField), <Spinner />)
const RichField = lazyPart(
  () => import('./rich-field.tsx').then((module) => module.default),
  <FieldWaiting />,
)

const FIELDS = {
  line: LineField,
  text: TextAreaField,
  rich: RichField,
  email: CodeField,
  path: CodeField,
  slug: SlugField,
  link: LinkField,
  image: ImageField,
  color: ColorField,
  icon: IconField,
  tags: TagsField,
  boolean: SwitchField,
  integer: NumberField,
  decimal: NumberField,
  instant: InstantField,
  choice: ChoiceField,
  reference: ReferenceField,
  list: ListField,
}

/** The component of a kind. The schema decides that the value fits it; an unknown kind is shown as text. */
const fieldOfKind = (kind: string) =>
  (FIELDS[kind as keyof typeof FIELDS] ?? TextAreaField) as unknown as ComponentType<FieldProps>

const emptyOf = (kind: string) => (kind === 'tags' || kind === 'list' ? [] : null)

type FieldForProps = {
  field: FieldDescription
  value: unknown
  errors: readonly FieldError[] | undefined
  isReadOnly: boolean
}

/** Any field of the form around it. Renders only when its own value or errors change. */
export const FieldFor = memo(function FieldFor({ field, value, errors, isReadOnly }: FieldForProps) {
  const { resource, recordId, setValue, setTyped } = useRecordFrame()
  const labelOf = useFieldLabel()
  const errorText = useErrorText()
  const { name, kind, language } = field
  const onChange = useCallback((next: unknown) => setValue(name, next), [setValue, name])
  const onTyped = useCallback((next: unknown) => setTyped(name, next), [setTyped, name])
  const Field = fieldOfKind(kind)
  return (
    <div className={`form-field form-field-${kind}`} data-field={name}>
      <Field
        field={field}
        label={labelOf(field)}
        value={value ?? emptyOf(kind)}
        onChange={onChange}
        onTyped={onTyped}
        error={errorText(field, errors)}
        errors={errors}
        isReadOnly={isReadOnly || field.read_only}
        language={language}
        resource={resource.name}
        recordId={recordId}
      />
      {!isReadOnly && !field.read_only && <FieldAid field={field} value={value} />}
    </div>
  )
})

function FieldWaiting() {
  useWaiting()
  return <Spinner />
}
