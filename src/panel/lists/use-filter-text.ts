import type { FieldDescription, ResourceDescription } from '../../client/index.ts'
import { type LanguageKey, languageKeys } from '../../text/content-language.ts'
import { useSchema } from '../app/api/api.ts'
import { useFormat } from '../app/design/use-format.ts'
import { useLabel, useLanguageName, useWords } from '../app/words/words-context.tsx'
import { isScore } from '../records/score-column.ts'
import { useFieldLabel } from '../records/use-field-label.ts'
import { type Filter, type GapFilter, PUBLIC, SCHEDULED } from './list-filters.ts'
import { useReferenceNames } from './use-reference-names.ts'

/** The label of a field, or of the score, which is a column without a field. */
export function useColumnLabel() {
  const fieldLabel = useFieldLabel()
  const t = useWords('lists')
  return (field: FieldDescription) => (isScore(field) ? t('score') : fieldLabel(field))
}

/** The label of a choice's value; `scheduled` and `public` are known to filters only. */
export function useChoiceLabel() {
  const label = useLabel()
  const t = useWords('lists')
  return (field: FieldDescription, value: string) => {
    const choice = field.choices?.find((candidate) => String(candidate.value) === value)
    if (choice) return label(choice.label)
    if (value === PUBLIC) return t('public_now')
    return value === SCHEDULED ? t('scheduled') : value
  }
}

/** The text of a filter by what is missing. */
export function useGapText() {
  const t = useWords('lists')
  const languageName = useLanguageName()
  const { languages } = useSchema()
  return ({ field, values: [key] }: Filter) =>
    t(field as GapFilter['field'], {
      language: languageName(languages[languageKeys.indexOf(key as LanguageKey)] ?? 'en'),
    })
}

/** The text of a filter on its chip: "Status: Draft, Scheduled". */
export function useFilterText(resource: ResourceDescription, filters: readonly Filter[]) {
  const t = useWords('lists')
  const fieldLabel = useFieldLabel()
  const choiceLabel = useChoiceLabel()
  const { formatInstant } = useFormat()
  const fieldOf = (filter: Filter) => resource.fields.find(({ name }) => name === filter.field)
  const referenceFields = filters
    .flatMap((filter) => fieldOf(filter) ?? [])
    .filter(({ kind }) => kind === 'reference')
  const named = filters.flatMap(({ field, values }) =>
    values.map((value) => ({ id: 0, version: 0, [field]: Number(value) })),
  )
  const referenceName = useReferenceNames(referenceFields, named)

  function valueText(field: FieldDescription, value: string): string {
    if (field.kind === 'boolean') return t(value === 'true' ? 'yes' : 'no')
    if (field.kind === 'choice') return choiceLabel(field, value)
    if (field.kind === 'instant') return formatInstant(value, 'date')
    return field.kind === 'reference' ? (referenceName(field, value) ?? value) : value
  }

  const gapText = useGapText()
  return (filter: Filter): string => {
    const field = fieldOf(filter)
    if (!field) return gapText(filter)
    const label = fieldLabel(field)
    if (filter.operator === 'empty')
      return t(filter.values[0] === 'true' ? 'filter_empty' : 'filter_not_empty', { label })
    const value = filter.values.map((each) => valueText(field, each)).join(t('comma'))
    if (filter.operator === 'is') return t('filter_is', { label, value })
    return t(filter.operator === 'from' ? 'filter_from' : 'filter_until', { label, value })
  }
}
