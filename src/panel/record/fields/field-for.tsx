import { type ComponentType, memo, useCallback } from 'react'
import type { FieldDescription } from '../../../client/index.ts'
import { parseField } from '../../../text/content-language.ts'
import { Switch } from '../../app/design/fields.tsx'
import { laterPart, lazyPart } from '../../app/design/lazy-part.tsx'
import { Select } from '../../app/design/select.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useWaiting } from '../../app/design/use-ready.ts'
import { loadTexts } from '../../app/words/dictionaries.ts'
import { useLabel } from '../../app/words/words-context.tsx'
import type { FieldValueProps } from '../../records/field-value.tsx'
import { useRecordFrame } from '../../records/record-context.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { FieldError } from '../state/field-errors.ts'
import { useErrorText } from '../state/use-error-text.ts'
import type { FieldProps } from './field-props.ts'
import { ImageField } from './image-field.tsx'
import { ReferenceField } from './reference-field.tsx'
import { SlugField } from './slug-field.tsx'
import { TagsField } from './tags-field.tsx'
import { CodeField, LineField, TextAreaField } from './text-fields.tsx'

const withPickers = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyPart(() => Promise.all([load(), loadTexts('aids')]).then(([field]) => field), <Spinner />)

/** Those that only some forms have. */
const ColorField = withPickers(async () => (await import('./color-field.tsx')).ColorField)
const LinkField = withPickers(async () => (await import('./link-field.tsx')).LinkField)
const NumberField = lazyPart(
  () => import('./number-field.tsx').then((module) => module.NumberField),
  <Spinner />,
)
/** Articles have one in their card of publishing only, which comes after the form. */
export const InstantField = lazyPart(
  () => import('../../records/dates/instant-field.tsx').then((module) => module.InstantField),
  <Spinner />,
)
const IconField = withPickers(async () => (await import('./icon-field.tsx')).IconField)
const ListField = laterPart(
  () => Promise.all([import('./list-field.tsx'), loadTexts('aids')]).then(([module]) => module.ListField),
  <Spinner />,
)
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

const TranslationAid = laterPart(() =>
  import('../aids/translation-aid.tsx').then((module) => module.TranslationAid),
)
const SummaryAid = laterPart(() => import('../aids/summary-aid.tsx').then((module) => module.SummaryAid))

const SUMMARIES = ['excerpt', 'summary']

function FieldAid(props: FieldValueProps) {
  const { name, language, twin } = props.field
  const isSummary = SUMMARIES.includes(parseField(name).primary)
  const isTranslation = language === 'en' && twin !== null
  if (!isSummary && !isTranslation) return null
  return (
    <>
      {isSummary && <SummaryAid {...props} />}
      {isTranslation && <TranslationAid {...props} />}
    </>
  )
}

function ChoiceField(props: FieldProps<string | number | null>) {
  const { field, label, value, onChange, error, isReadOnly } = props
  const labelOf = useLabel()
  const choices = field.choices ?? []
  return (
    <Select
      label={label}
      description={field.help ? labelOf(field.help) : undefined}
      error={error}
      value={value === null ? null : String(value)}
      onChange={(key) => onChange(choices.find((choice) => String(choice.value) === key)?.value ?? null)}
      options={choices.map((choice) => ({ id: String(choice.value), label: labelOf(choice.label) }))}
      isDisabled={isReadOnly}
      isRequired={field.required}
    />
  )
}

function SwitchField({ field, label, value, onChange, error, isReadOnly }: FieldProps<boolean | null>) {
  const labelOf = useLabel()
  return (
    <div className="field">
      <Switch isSelected={value === true} onChange={onChange} isDisabled={isReadOnly}>
        {label}
      </Switch>
      {field.help && <span className="description">{labelOf(field.help)}</span>}
      {error && <span className="field-error">{error}</span>}
    </div>
  )
}
