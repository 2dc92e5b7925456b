import type { DraftState } from '../../../client/index.ts'
import { Button } from '../../app/design/button.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { useFieldLabel } from '../../records/use-field-label.ts'
import type { Saving } from '../saving/use-saving.ts'
import { errorsByField } from '../state/field-errors.ts'
import { draftOf } from '../state/form-state.ts'
import { useErrorText } from '../state/use-error-text.ts'
import type { FormValues } from '../state/use-form-values.ts'

/** Notices of a working copy: changes of the live record, its schedule, and the reason of a failed one. */
export function DraftNotices({ form, saving }: { form: FormValues; saving: Saving }) {
  const t = useWords('drafts')
  const shell = useWords('shell')
  const labelOf = useFieldLabel()
  const { formatInstant } = useFormat()
  const draft = draftOf(form.state.loaded)
  if (!draft) return null
  const changed = form.resource.fields.filter(
    ({ name, read_only }) => !read_only && draft.base_changed.includes(name),
  )
  return (
    <>
      {changed.length > 0 && (
        <Notice icon="info" tone="warning">
          <p>{t('base_changed', { fields: changed.map(labelOf).join(shell('comma')) })}</p>
          <p>{t('base_changed_text')}</p>
        </Notice>
      )}
      {draft.publish_at && !draft.refusal && (
        <Notice
          icon="calendar"
          action={
            <Button size="small" onPress={() => void saving.save({ publish_at: null })}>
              {t('end_schedule')}
            </Button>
          }
        >
          {t('scheduled', { time: formatInstant(draft.publish_at, 'long') })}
        </Notice>
      )}
      {draft.refusal && <Refusal form={form} refusal={draft.refusal} />}
    </>
  )
}

type RefusalProps = { form: FormValues; refusal: NonNullable<DraftState['refusal']> }

function Refusal({ form: { resource }, refusal }: RefusalProps) {
  const t = useWords('drafts')
  const { language } = useLanguage()
  const labelOf = useFieldLabel()
  const errorText = useErrorText()
  const { formatInstant } = useFormat()
  const { byField } = errorsByField(refusal.errors ?? [], resource.fields)
  return (
    <Notice icon="warning" tone="danger">
      <p>{t('refused', { time: formatInstant(refusal.at) })}</p>
      {byField.size === 0 && (
        <p lang="en" dir="ltr">
          {language === 'en' || refusal.errors === null ? refusal.detail : null}
        </p>
      )}
      <ul>
        {resource.fields
          .filter(({ name }) => byField.has(name))
          .map((field) => (
            <li key={field.name}>
              {labelOf(field)}: {errorText(field, byField.get(field.name))}
            </li>
          ))}
      </ul>
    </Notice>
  )
}
